// A person's avatar, or their initials; for an email address, those of the part before the @. An avatar on another
// host is not loaded, because that would tell the host who is viewing whom.

import { Avatar } from '@mantine/core';
import { useServerUrls } from '../data/session.ts';
import { isHostedFile } from './files/hosted-file.ts';

export function UserAvatar(props: { name: string; src?: string | null | undefined; size?: number }) {
  const serverUrls = useServerUrls();
  const own = props.name.split('@')[0] ?? '';
  const src =
    props.src !== undefined && props.src !== null && isHostedFile(props.src, serverUrls) ? props.src : null;
  return <Avatar size={props.size ?? 38} src={src} name={own} color="indigo" alt="" />;
}
