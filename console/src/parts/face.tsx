// A person's picture, or else the first letters of their name; of an address, of the part that is theirs.

import { Avatar } from '@mantine/core';

export function Face(props: { name: string; src: string | null | undefined; size: number }) {
  const own = props.name.split('@')[0] ?? '';
  return <Avatar size={props.size} src={props.src ?? null} name={own} color="indigo" alt="" />;
}
