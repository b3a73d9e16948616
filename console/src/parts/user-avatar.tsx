// A person's picture, or else the first letters of their name; of an address, of the part that is theirs. A picture on
// another host is not loaded: that would tell the host who is looked at, and by whom.

import { Avatar } from '@mantine/core';
import { useHomes } from '../data/session.ts';
import { isOwnFile } from './hosted-file.ts';

export function Face(props: { name: string; src?: string | null | undefined; size?: number }) {
  const homes = useHomes();
  const own = props.name.split('@')[0] ?? '';
  const src = props.src !== undefined && props.src !== null && isOwnFile(props.src, homes) ? props.src : null;
  return <Avatar size={props.size ?? 38} src={src} name={own} color="indigo" alt="" />;
}
