// Actions for the selected posts, and buttons to select more.

import { Button, CloseButton, Menu } from '@mantine/core';
import { type Ref, useState } from 'react';
import type { ListedPost } from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import type { PickerName } from '../../parts/feedback/pickers/use-post-pickers.tsx';
import { useDeletion } from '../../parts/feedback/use-deletion.ts';
import { useVisibilityChange, type Visibility } from '../../parts/feedback/use-visibility-change.ts';
import { lateDialog } from '../../parts/forms/late-dialog.tsx';
import {
  type Icon,
  IconArrowMerge,
  IconArrowRight,
  IconChevronUp,
  IconListDetails,
  IconTag,
  IconTrash,
  IconUser,
  IconWorld,
} from '../../parts/icons.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useListTexts } from '../../texts/list.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './feedback-page.module.css';
import type { useSelection } from './use-selection.ts';

const PublishDialog = lateDialog(
  async () => (await import('../../parts/feedback/publish-dialog.tsx')).PublishDialog,
);

type Selection = ReturnType<typeof useSelection>;

export function BulkBar(props: {
  ref: Ref<HTMLElement>;
  selection: Selection;
  /** All matching posts are loaded. */
  isWhole: boolean;
  /** `anchor`: what the picker opens at. */
  onPick: (name: PickerName, anchor: Element) => void;
  /** Something was done with the posts. */
  onDone: () => void;
}) {
  const { common, feedback, owners } = useTexts();
  const { bulk } = useListTexts();
  const { siteUrl } = useSession();
  const formats = useFormats();
  const { chosen, clear } = props.selection;
  const deletePosts = useDeletion();
  const picked: { name: PickerName; label: string; Icon: Icon }[] = [
    { name: 'status', label: feedback.setStatus, Icon: IconArrowRight },
    { name: 'owner', label: owners.owner, Icon: IconUser },
    { name: 'tags', label: bulk.tags, Icon: IconTag },
    { name: 'type', label: feedback.type, Icon: IconListDetails },
    { name: 'merge', label: bulk.merge, Icon: IconArrowMerge },
  ];
  return (
    <section ref={props.ref} className={classes.bulk} aria-label={feedback.selection}>
      <span aria-live="polite">{feedback.selected(chosen.length, formats.number(chosen.length))}</span>
      <SelectMore selection={props.selection} isWhole={props.isWhole} />
      {picked.map(({ name, label, Icon }) => (
        <Button
          key={name}
          size="compact-sm"
          variant={name === 'status' ? 'filled' : 'default'}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={(event) => props.onPick(name, event.currentTarget)}
        >
          {label}
        </Button>
      ))}
      {siteUrl !== null && <VisibilityMenu posts={chosen} onDone={props.onDone} />}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => {
          deletePosts(chosen);
          props.onDone();
        }}
      >
        {common.delete}
      </Button>
      <CloseButton aria-label={feedback.clearSelection} onClick={clear} />
    </section>
  );
}

function VisibilityMenu({ posts, onDone }: { posts: readonly ListedPost[]; onDone: () => void }) {
  const { visibility: texts } = useTexts();
  const { changeVisibility } = useVisibilityChange();
  const [publishing, setPublishing] = useState<readonly ListedPost[]>();
  const change = (to: Visibility) => {
    const others = posts.filter(({ visibility }) => visibility !== to);
    if (to === 'public' && others.length > 0) return setPublishing(others);
    changeVisibility(others, to);
    onDone();
  };
  return (
    <>
      <Menu position="top">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconWorld size={16} aria-hidden />}
            rightSection={<IconChevronUp size={14} aria-hidden />}
          >
            {texts.bulk}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => change('public')}>{texts.makePublic}</Menu.Item>
          <Menu.Item onClick={() => change('internal')}>{texts.makeInternal}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {publishing !== undefined && (
        <PublishDialog
          count={publishing.length}
          onPublish={(choice) => {
            changeVisibility(publishing, 'public', choice);
            onDone();
          }}
          onClose={() => setPublishing(undefined)}
        />
      )}
    </>
  );
}

/** First offers to select all loaded posts, then all matching posts, with their counts. */
function SelectMore({ selection, isWhole }: { selection: Selection; isWhole: boolean }) {
  const { feedback } = useTexts();
  const formats = useFormats();
  const { isAllLoaded, loadedCount, matching } = selection;
  if (isAllLoaded && matching === undefined) return null;
  const number = formats.number(matching?.count ?? loadedCount);
  const label =
    matching === undefined
      ? (isWhole ? feedback.selectAll : feedback.selectLoaded)(number)
      : (matching.isMore ? feedback.selectFirst : feedback.selectMatching)(number);
  return (
    <Button
      className={classes.selectMore}
      size="compact-sm"
      variant="subtle"
      onClick={matching === undefined ? selection.selectLoaded : () => void selection.selectMatching()}
    >
      {label}
    </Button>
  );
}
