// The workspace's name and identifiers.

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMayAdminister } from '../../data/session.ts';
import { useRenameWorkspace, useWorkspace, type Workspace } from '../../data/settings/members.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { QueryResult } from '../../parts/states/states.tsx';
import { useFieldErrors } from '../../parts/text/error-text.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';

export function GeneralPage() {
  const { general } = useSettingsTexts();
  const workspace = useWorkspace();
  return (
    <PageFrame title={general.title} width="narrow">
      <QueryResult query={workspace}>
        {(data) => <WorkspaceForm key={data.id} workspace={data} />}
      </QueryResult>
    </PageFrame>
  );
}

function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { general } = settings;
  const formats = useFormats();
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const rename = useRenameWorkspace();
  const errors = useFieldErrors(rename.error);
  const [name, setName] = useState(workspace.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(name.trim(), { onSuccess: () => notify.done(general.saved), onError: notify.failed });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={480}>
        <TextInput
          label={general.name}
          required
          maxLength={100}
          readOnly={!mayAdminister}
          error={errors.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput label={general.slug} readOnly value={workspace.slug} description={general.slugHint} />
        <TextInput label={general.id} readOnly value={workspace.id} />
        <TextInput label={general.createdAt} readOnly value={formats.dateTime(workspace.createdAt)} />
        {mayAdminister && (
          <Group>
            <Button
              type="submit"
              loading={rename.isPending}
              disabled={name.trim() === workspace.name || name.trim() === ''}
            >
              {common.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
