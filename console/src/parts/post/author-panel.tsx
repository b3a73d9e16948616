// Who wrote the post, and what else they asked for.

import type { PostDetail } from '@earshot/client';
import { Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStatuses } from '../../data/catalog.ts';
import { usePostsOf } from '../../data/people.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ColorDot } from '../color-dot.tsx';
import { useFormats } from '../text/format.ts';
import { UserAvatar } from '../user-avatar.tsx';
import classes from './facts.module.css';

const maxShown = 5;

export function AuthorPanel({ post }: { post: PostDetail }) {
  const { feedback } = useTexts();
  const { author: texts } = usePostTexts();
  const formats = useFormats();
  const statuses = useStatuses().data;
  const { author } = post;
  const others = usePostsOf(author.id).data?.items.filter(({ id }) => id !== post.id) ?? [];
  const name = author.name ?? author.email ?? author.externalId ?? feedback.anonymous;
  const more = others.length - maxShown;
  const toPerson = { to: '/customers/people/$userId', params: { userId: author.id } } as const;
  return (
    <section className={classes.panel} aria-labelledby="author">
      <Title order={2} size="h3" mb="sm" id="author">
        {texts.title}
      </Title>
      <div className={classes.voter}>
        <UserAvatar size={24} src={author.avatarUrl} name={name} />
        <Link {...toPerson} className={classes.voterName}>
          <bdi>{name}</bdi>
        </Link>
      </div>
      {author.email !== null && author.email !== name && (
        <Text size="xs" c="dimmed" mt={4}>
          <bdi>{author.email}</bdi>
        </Text>
      )}
      {others.length > 0 && (
        <>
          <Text size="xs" c="dimmed" mt="sm" mb={4}>
            {texts.alsoAsked}
          </Text>
          <ul className={classes.voters}>
            {others.slice(0, maxShown).map(({ id, title, statusId }) => {
              const status = statuses?.find((one) => one.id === statusId);
              return (
                <li key={id} className={classes.asked}>
                  <Link to="/posts/$postId" params={{ postId: id }} className={classes.askedTitle} dir="auto">
                    {title}
                  </Link>
                  <span className={classes.askedStatus}>
                    <ColorDot color={status?.color ?? null} />
                    <bdi>{status?.name ?? '–'}</bdi>
                  </span>
                </li>
              );
            })}
          </ul>
          {more > 0 && (
            <Link {...toPerson} className={classes.askedStatus}>
              {texts.more(formats.number(more))}
            </Link>
          )}
        </>
      )}
    </section>
  );
}
