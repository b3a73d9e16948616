// What the server finds, as items of the palette.

import { useNavigate } from '@tanstack/react-router';
import { useStatuses } from '../../data/catalog.ts';
import type { Found } from '../../data/search.ts';
import { type Icon, IconMessage2, IconUser } from '../../parts/icons.tsx';
import { useTexts } from '../../texts/texts.tsx';

export interface Item {
  id: string;
  name: string;
  /** What it is, or what tells it apart from others of the same name. */
  kind: string;
  Icon: Icon;
  /** Only offered to those who ask for it. */
  isRare?: boolean;
  act: () => void;
}

const none: Found = { posts: [], people: [] };

export function useFoundItems(): (found: Found | undefined) => Item[] {
  const { feedback } = useTexts();
  const statuses = useStatuses().data;
  const navigate = useNavigate();
  return ({ posts, people } = none) => [
    ...posts.map(({ id, title, statusId }) => ({
      id,
      name: title,
      kind: statuses?.find((status) => status.id === statusId)?.name ?? '',
      Icon: IconMessage2,
      act: () => void navigate({ to: '/posts/$postId', params: { postId: id } }),
    })),
    ...people.map(({ id, name, email, externalId }) => ({
      id,
      name: name ?? email ?? externalId ?? feedback.anonymous,
      kind: name === null ? '' : (email ?? ''),
      Icon: IconUser,
      act: () => void navigate({ to: '/customers/people/$userId', params: { userId: id } }),
    })),
  ];
}
