// Creates a post, as yourself or on behalf of someone else, and shows similar posts while typing.

import '../../parts/mantine-later.css';
import { Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lastSearch } from '../../data/feedback/list-position.ts';
import { type PostFields, useCreatePost, useSimilarPosts } from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import { attachmentsOf } from '../../data/settings/uploads.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { PostForm, type Written } from '../../parts/post/post-form.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import surface from '../../parts/surface.module.css';
import { useFieldErrors } from '../../parts/text/error-text.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Chosen, NewPostFields } from './new-post-fields.tsx';

export function NewPostPage() {
  const { post: texts } = useTexts();
  const { account } = useSession();
  const navigate = useNavigate();
  const notify = useNotify();
  const create = useCreatePost();
  const errors = useFieldErrors(create.error);
  const [chosen, setChosen] = useState<Chosen>({ tags: [] });
  const { typeId, statusId } = chosen;
  const [email, setEmail] = useState('');
  const author = email.trim() === '' ? { email: account.email, name: account.name } : { email: email.trim() };
  const submit = async ({ title, description, files }: Written) => {
    const fields: PostFields = {
      title,
      author,
      tags: [...chosen.tags],
      ...(description !== undefined && { description, descriptionFormat: 'json' as const }),
      ...(typeId !== undefined && { postTypeId: typeId }),
      ...(statusId !== undefined && { statusId }),
      ...attachmentsOf(files),
    };
    const made = await create.mutateAsync(fields);
    notify.done(texts.created);
    await navigate({ to: '/posts/$postId', params: { postId: made.id } });
  };
  return (
    <PageFrame title={texts.newTitle} width="narrow">
      <PostForm
        submitLabel={texts.create}
        error={create.error}
        fields={['author.email', 'authorEmail']}
        isPending={create.isPending}
        onSubmit={submit}
        onCancel={() => void navigate({ to: '/posts', search: lastSearch() })}
        below={(title) => <SimilarPosts title={title} />}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NewPostFields chosen={chosen} onChange={setChosen} />
          <TextInput
            type="email"
            label={texts.onBehalf}
            description={texts.onBehalfHint}
            placeholder={account.email}
            error={errors['author.email'] ?? errors.authorEmail}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </SimpleGrid>
      </PostForm>
    </PageFrame>
  );
}

/** Posts that may say the same; better to vote for those. */
function SimilarPosts({ title }: { title: string }) {
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const [asked] = useDebouncedValue(title.trim(), 300);
  const similar = useSimilarPosts(asked).data ?? [];
  if (asked.length < 3 || similar.length === 0) return null;
  return (
    <section aria-label={texts.similar}>
      <Text size="sm" fw={600} mb={4}>
        {texts.similar}
      </Text>
      <div className={surface.frame}>
        {similar.slice(0, 3).map((one) => (
          <Group key={one.id} className={surface.row} py={8} wrap="nowrap" justify="space-between">
            <AnchorLink to="/posts/$postId" params={{ postId: one.id }} size="sm" dir="auto">
              {one.title}
            </AnchorLink>
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {feedback.votes(one.votesCount, formats.number(one.votesCount))}
            </Text>
          </Group>
        ))}
      </div>
    </section>
  );
}
