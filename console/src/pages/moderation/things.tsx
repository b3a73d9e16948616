// The post or comment that a submission or a report is about.

import { Text } from '@mantine/core';
import { usePost } from '../../data/feedback/posts.ts';
import { useComment } from '../../data/moderation.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { useErrorText } from '../../parts/text/error-text.ts';
import { useTexts } from '../../texts/texts.tsx';
import { LongText } from './long-text.tsx';

export function PostLine({ id }: { id: string }) {
  const { moderation: texts } = useTexts();
  const { data, error } = usePost(id);
  return (
    <Text size="sm" mt={4}>
      <Text span inherit c="dimmed">
        {texts.onPost}
      </Text>{' '}
      {error !== null && data === undefined ? (
        <Problem error={error} />
      ) : (
        <AnchorLink to="/posts/$postId" params={{ postId: id }} inherit>
          <bdi>{data?.title ?? '…'}</bdi>
        </AnchorLink>
      )}
    </Text>
  );
}

export function CommentExcerpt({ id }: { id: string }) {
  const { data, error } = useComment(id);
  if (data !== undefined) return <LongText text={data.content} />;
  return error === null ? null : <Problem error={error} />;
}

function Problem({ error }: { error: Error }) {
  return <span>{useErrorText(error).text}</span>;
}
