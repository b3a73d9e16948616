// The fetch of the client that orval generates: adds the address, the key and the type of the body.

let baseUrl = '';
let authorization = '';

export function configure(address: string, key: string): void {
  baseUrl = address;
  authorization = `Bearer ${key}`;
}

export const earshotFetch = async <T>(path: string, init: RequestInit): Promise<T> => {
  const headers = new Headers(init.headers);
  headers.set('authorization', authorization);
  if (typeof init.body === 'string') headers.set('content-type', 'application/json');
  const response = await fetch(baseUrl + path, { ...init, headers });
  return { status: response.status, headers: response.headers, data: await response.json() } as T;
};
