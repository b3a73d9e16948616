// A person's posts, votes and comments; the latest 50 of each.

import type { Page, Post } from '@earshot/client';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStatuses } from '../../data/catalog.ts';
import { useCommentsOf, usePostsOf, useVotesOf } from '../../data/people.ts';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { QueryResult } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';

export function PostsOfPerson({ id }: { id: string }) {
  return <QueryResult query={usePostsOf(id)}>{(page) => <PostList page={page} />}</QueryResult>;
}

export function VotesOfPerson({ id }: { id: string }) {
  return <QueryResult query={useVotesOf(id)}>{(page) => <PostList page={page} />}</QueryResult>;
}

function PostList({ page }: { page: Page<Post> }) {
  const { feedback } = useTexts();
  const formats = useFormats();
  const statuses = useStatuses().data;
  if (page.items.length === 0) return <Nothing />;
  return (
    <>
      <div className={surface.frame}>
        {page.items.map(({ id, title, votesCount, statusId, createdAt }) => (
          <Link
            key={id}
            to="/posts/$postId"
            params={{ postId: id }}
            className={`${surface.row} ${surface.link}`}
          >
            <div className={surface.grow}>
              <Text size="sm" fw={500}>
                {title}
              </Text>
              <Text size="xs" c="dimmed">
                {feedback.votes(votesCount, formats.number(votesCount))} · {formats.date(createdAt)}
              </Text>
            </div>
            <StatusBadge status={statuses?.find((status) => status.id === statusId)} />
          </Link>
        ))}
      </div>
      {page.hasMore && <NewestOnly />}
    </>
  );
}

export function CommentsOfPerson({ id }: { id: string }) {
  const formats = useFormats();
  const comments = useCommentsOf(id);
  return (
    <QueryResult query={comments}>
      {({ items, hasMore }) =>
        items.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <div className={surface.frame}>
              {items.map((comment) => (
                <Link
                  key={comment.id}
                  to="/posts/$postId"
                  params={{ postId: comment.postId }}
                  className={`${surface.row} ${surface.link}`}
                >
                  <div className={surface.grow}>
                    <Text size="sm" lineClamp={3}>
                      {comment.content}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {formats.dateTime(comment.createdAt)}
                    </Text>
                  </div>
                </Link>
              ))}
            </div>
            {hasMore && <NewestOnly />}
          </>
        )
      }
    </QueryResult>
  );
}

function Nothing() {
  const { people: texts } = useTexts();
  return (
    <Text size="sm" c="dimmed">
      {texts.nothing}
    </Text>
  );
}

function NewestOnly() {
  const { people: texts } = useTexts();
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {texts.newestOnly}
    </Text>
  );
}
