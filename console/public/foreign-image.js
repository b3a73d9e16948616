// Shows one image from another host in a frame of its own, after a person asked for it. The page around the frame
// may load no such image; it is told the size, or that there is no image.
(() => {
  const given = new URLSearchParams(location.hash.slice(1));
  const source = given.get('src') ?? '';
  const tell = (message) => parent.postMessage(message, '*');
  if (!/^https?:\/\//i.test(source)) return tell({ failed: true });
  const image = new Image();
  image.alt = given.get('alt') ?? '';
  image.addEventListener('load', () => tell({ width: image.naturalWidth, height: image.naturalHeight }));
  image.addEventListener('error', () => tell({ failed: true }));
  image.src = source;
  document.body.append(image);
})();
