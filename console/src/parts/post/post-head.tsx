// The title of a post, who wrote it and when, and what can be done with it.

import type { PostDetail } from '@earshot/client';
import { ActionIcon, Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { useRef } from 'react';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useDeletion } from '../feedback/use-deletion.ts';
import {
  IconArrowMerge,
  IconCopy,
  IconDots,
  IconInfoCircle,
  IconLink,
  IconPencil,
  IconTrash,
} from '../icons.tsx';
import { AnchorLink } from '../links.tsx';
import { useFormats } from '../text/format.ts';
import { useCopyPost } from './copy-post.ts';
import classes from './post-view.module.css';
import { TitleField } from './title-field.tsx';

export function PostHead(props: {
  post: PostDetail;
  isPage: boolean;
  onEdit: () => void;
  /** `anchor`: what the picker opens at. */
  onMerge: (anchor: Element) => void;
  onDeleted: () => void;
  /** If the details are not beside the text. */
  onDetails: (() => void) | undefined;
}) {
  const { post } = props;
  const { post: texts, common, feedback } = useTexts();
  const { view, copying } = usePostTexts();
  const { copyLink, copyMarkdown } = useCopyPost(post);
  const formats = useFormats();
  const remove = useDeletion();
  const actions = useRef<HTMLButtonElement>(null);
  const { author } = post;
  return (
    <header className={classes.head}>
      <div className={classes.headline}>
        <TitleField post={post} isPage={props.isPage} />
        <Group gap={4} wrap="nowrap">
          {props.onDetails !== undefined && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconInfoCircle size={14} aria-hidden />}
              onClick={props.onDetails}
            >
              {view.details}
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={props.onEdit}
          >
            {common.edit}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon ref={actions} data-actions variant="default" size={30} aria-label={common.actions}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={copyLink}>
                {copying.link}
              </Menu.Item>
              <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copyMarkdown}>
                {copying.markdown}
              </Menu.Item>
              {post.mergedIntoId === null && (
                <Menu.Item
                  leftSection={<IconArrowMerge size={16} aria-hidden />}
                  onClick={() => actions.current !== null && props.onMerge(actions.current)}
                >
                  {texts.merge}
                </Menu.Item>
              )}
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => {
                  remove([post]);
                  props.onDeleted();
                }}
              >
                {common.delete}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        <AnchorLink to="/customers/people/$userId" params={{ userId: author.id }} inherit underline="always">
          <bdi>{author.name ?? author.email ?? feedback.anonymous}</bdi>
        </AnchorLink>
        {' · '}
        <time dateTime={post.createdAt} title={formats.dateTime(post.createdAt)}>
          {formats.ago(post.createdAt)}
        </time>
        {post.sourceUrl !== null && /^https?:/.test(post.sourceUrl) && (
          <>
            {' · '}
            <Anchor underline="always" href={post.sourceUrl} target="_blank" rel="noreferrer" inherit>
              {texts.source}
            </Anchor>
          </>
        )}
      </Text>
    </header>
  );
}
