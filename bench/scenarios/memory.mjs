// Resident memory after reads and writes of every kind.

import { load } from '../driver.mjs';
import { residentMb } from '../processes.mjs';
import { many, newPost, newVote, oneOf, somewhere } from '../samples.mjs';

/** Every twentieth request writes. */
const mixed = (samples, index) => {
  if (index % 20 === 19) return index % 40 === 19 ? newVote(samples) : newPost(samples);
  if (index % 3 === 0) return { path: `/v1/posts?after=${somewhere(samples)}&include=voters;author` };
  return { path: index % 3 === 1 ? '/v1/posts?limit=100' : `/v1/posts/${oneOf(samples.ids)}` };
};

export default async ({ large, seconds }) => {
  const length = 5 * seconds;
  await load(
    large,
    many(length, (_, index) => mixed(large.samples, index)),
    { seconds: length },
  );
  return [
    { name: 'resident memory after mixed load', value: residentMb(large.pid), unit: 'MB', atMost: 250 },
  ];
};
