// Builds the program once before the end-to-end tests if its sources are newer than the last build.

const builder = new URL('../../../scripts/build.mjs', import.meta.url).href;

export default async function build(): Promise<void> {
  const { ensureBuilt } = (await import(builder)) as { ensureBuilt(): Promise<void> };
  await ensureBuilt();
}
