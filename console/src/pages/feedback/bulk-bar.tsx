// Actions for the selected posts, and buttons to select more.

import { Button, CloseButton, Menu } from '@mantine/core';
import type { Ref } from 'react';
import { useSession } from '../../data/session.ts';
import type { Visibility } from '../../parts/feedback/use-visibility-change.ts';
import { IconArrowRight, IconChevronUp, IconWorld } from '../../parts/icons.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './feedback-page.module.css';
import type { useSelection } from './use-selection.ts';

type Selection = ReturnType<typeof useSelection>;

export function BulkBar(props: {
  ref: Ref<HTMLElement>;
  selection: Selection;
  /** All matching posts are loaded. */
  isWhole: boolean;
  /** `anchor`: what the picker opens at. */
  onStatus: (anchor: Element) => void;
  onVisibility: (to: Visibility) => void;
}) {
  const { feedback, visibility } = useTexts();
  const { siteUrl } = useSession();
  const formats = useFormats();
  const { chosen, clear } = props.selection;
  return (
    <section ref={props.ref} className={classes.bulk} aria-label={feedback.selection}>
      <span aria-live="polite">{feedback.selected(chosen.length, formats.number(chosen.length))}</span>
      <SelectMore selection={props.selection} isWhole={props.isWhole} />
      <Button
        size="compact-sm"
        leftSection={<IconArrowRight size={16} aria-hidden />}
        onClick={(event) => props.onStatus(event.currentTarget)}
      >
        {feedback.setStatus}
      </Button>
      {siteUrl !== null && (
        <Menu position="top">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconWorld size={16} aria-hidden />}
              rightSection={<IconChevronUp size={14} aria-hidden />}
            >
              {visibility.bulk}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => props.onVisibility('public')}>{visibility.makePublic}</Menu.Item>
            <Menu.Item onClick={() => props.onVisibility('internal')}>{visibility.makeInternal}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <CloseButton aria-label={feedback.clearSelection} onClick={clear} />
    </section>
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
