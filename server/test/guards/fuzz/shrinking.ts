// Shrinks a failing request while it still fails.

import type { FuzzRequest } from './frame.ts';

type Shows = (request: FuzzRequest) => Promise<boolean>;

/** The request itself if nothing can be removed. */
export async function smallestThat(request: FuzzRequest, shows: Shows): Promise<FuzzRequest> {
  if (request.raw !== undefined || !(await shows(request))) return request;
  let smallest = request;
  for (let found = true; found; ) {
    found = false;
    for (const candidate of smallerThan(smallest)) {
      if (!(await shows(candidate))) continue;
      smallest = candidate;
      found = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(request: FuzzRequest): Generator<FuzzRequest> {
  const { headers, target, body } = request;
  for (const [name] of headers)
    if (name !== 'authorization') yield { ...request, headers: headers.filter(([other]) => other !== name) };
  const [path = '', query] = target.split('?');
  const pieces = query?.split('&') ?? [];
  for (const piece of pieces) {
    const left = pieces.filter((other) => other !== piece);
    yield { ...request, target: left.length === 0 ? path : `${path}?${left.join('&')}` };
  }
  const fields = parsed(body);
  for (const name of Object.keys(fields))
    yield { ...request, body: Buffer.from(JSON.stringify({ ...fields, [name]: undefined })) };
  for (const [name, value] of Object.entries(fields))
    if (Array.isArray(value) && value.length > 1)
      for (const half of [value.slice(0, value.length / 2), value.slice(value.length / 2)])
        yield { ...request, body: Buffer.from(JSON.stringify({ ...fields, [name]: half })) };
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
