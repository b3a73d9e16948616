export interface Packed {
  name: string;
  tarball: string;
  files: { path: string; size: number }[];
}
export function pack(workspace: 'server' | 'client', directory: string): Packed;
export function installFromRegistry(tarball: string, directory: string): void;
export function installFromClone(tarball: string, directory: string): void;
export function proveServer(directory: string): Promise<void>;
