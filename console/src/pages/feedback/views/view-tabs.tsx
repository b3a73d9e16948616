// Saved views as tabs above the list, and what can be done with the current one.

import type { View } from '@earshot/client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isPlain, isSameSearch, keptOf, searchOf } from '../../../data/feedback/feedback-address.ts';
import type { FeedbackSearch } from '../../../data/feedback/feedback-search.ts';
import { useCreateView, useDeleteView, useUpdateView } from '../../../data/feedback/views.ts';
import { lateDialog } from '../../../parts/forms/late-dialog.tsx';
import { IconDots, IconPencil, IconPlus, IconTrash } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { useListTexts } from '../../../texts/list.ts';
import classes from './view-tabs.module.css';

const ViewDialog = lateDialog(async () => (await import('./view-dialog.tsx')).ViewDialog);

export function ViewTabs(props: {
  views: readonly View[];
  view: View | undefined;
  search: FeedbackSearch;
  /** The list is asked for a view that is not there. */
  isGone: boolean;
}) {
  const { views, view, search } = props;
  const { views: texts } = useListTexts();
  const mayBeSaved = !isPlain(search) && !props.isGone;
  if (views.length === 0 && !mayBeSaved) return null;
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={texts.label}>
        <Link to="/posts" search={{}} activeOptions={{ exact: true }} {...tabOf(view === undefined)}>
          {texts.all}
        </Link>
        {views.map(({ id, name }) => (
          <Link key={id} to="/posts" search={{ view: id }} {...tabOf(id === view?.id)}>
            <bdi>{name}</bdi>
          </Link>
        ))}
      </nav>
      {view !== undefined ? (
        <CurrentView key={view.id} view={view} search={search} />
      ) : (
        mayBeSaved && <SaveView search={search} />
      )}
    </div>
  );
}

const tabOf = (isCurrent: boolean) => ({
  className: classes.tab,
  'data-current': isCurrent,
  'aria-current': isCurrent ? ('page' as const) : undefined,
  activeProps: {},
});

function SaveView({ search }: { search: FeedbackSearch }) {
  const { views: texts } = useListTexts();
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setSaving(true)}
      >
        {texts.save}
      </Button>
      {isSaving && <ViewDialog kept={keptOf(search)} onClose={() => setSaving(false)} />}
    </>
  );
}

/** Changed filters can be kept in the view, or given up. */
function CurrentView({ view, search }: { view: View; search: FeedbackSearch }) {
  const { views: texts } = useListTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const update = useUpdateView();
  const remove = useRemoval(view);
  const [dialog, setDialog] = useState<'edit' | 'new'>();
  const isChanged = !isSameSearch(search, searchOf(view));
  const reset = () => void navigate({ to: '/posts', search: { view: view.id } });
  const keep = () =>
    update.mutate(
      { id: view.id, ...keptOf(search) },
      {
        onSuccess: () => {
          const { id, filters, sortBy } = view;
          notify.doneWithUndo(texts.updated(view.name), () => update.mutateAsync({ id, filters, sortBy }));
          reset();
        },
        onError: notify.failed,
      },
    );
  return (
    <>
      {isChanged && (
        <>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={reset}>
            {texts.reset}
          </Button>
          <Button size="compact-sm" variant="light" loading={update.isPending} onClick={keep}>
            {texts.update}
          </Button>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.menu(view.name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('edit')}>
            {texts.edit}
          </Menu.Item>
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog('new')}>
            {texts.saveAs}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            {texts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog !== undefined && (
        <ViewDialog
          {...(dialog === 'edit' ? { view } : { kept: keptOf(search) })}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

/** Deletes the view; undoing it creates the same one again. */
function useRemoval(view: View): () => void {
  const { views: texts } = useListTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useDeleteView();
  const create = useCreateView();
  const { id, name, filters, sortBy, shared } = view;
  return () => {
    const done = () => {
      const bringBack = () => create.mutateAsync({ name, filters, sortBy, shared });
      notify.doneWithUndo(texts.deleted(name), bringBack);
    };
    void navigate({ to: '/posts', search: {} });
    void notify.follow(remove.mutateAsync(id), done);
  };
}
