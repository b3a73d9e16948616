// Saves something as a file.

export const saveAsFile = (name: string, type: string, text: string): void =>
  saveBlob(name, new Blob([text], { type }));

export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By the next task the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
