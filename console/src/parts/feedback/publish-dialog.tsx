// Asks before posts become public, and says what visitors will see with them.

import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { useFormats } from '../text/format.ts';

export function PublishDialog(props: {
  count: number;
  onPublish: (choice: { publishComments: boolean }) => void;
  onClose: () => void;
}) {
  const { visibility: texts } = useTexts();
  const formats = useFormats();
  const [publishComments, setPublishComments] = useState(false);
  return (
    <FormDialog
      title={texts.publishTitle(props.count, formats.number(props.count))}
      error={null}
      submitLabel={texts.publish}
      isPending={false}
      onSubmit={() => props.onPublish({ publishComments })}
      onClose={props.onClose}
    >
      <PublishFields publishComments={publishComments} onChange={setPublishComments} />
    </FormDialog>
  );
}

export function PublishFields(props: { publishComments: boolean; onChange: (isTicked: boolean) => void }) {
  const { visibility: texts } = useTexts();
  return (
    <>
      <Text size="sm">{texts.publishText}</Text>
      <Checkbox
        label={texts.publishComments}
        description={texts.publishCommentsHint}
        checked={props.publishComments}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </>
  );
}
