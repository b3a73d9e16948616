// Until when a post is put off: tomorrow, next week, or a time of one's own.

import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ChoicePopover, type PopoverPlace } from '../../parts/forms/choice-popover.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { fromLocalField, toLocalField } from '../../parts/text/local-time.ts';
import { useInboxTexts } from '../../texts/inbox.ts';
import classes from './inbox-page.module.css';
import { nextWeek, tomorrow } from './later-times.ts';

const noQuery = { data: true, error: null, refetch: () => undefined };

export function LaterPicker(props: PopoverPlace & { onPick: (until: string) => void }) {
  const { later: texts } = useInboxTexts();
  const formats = useFormats();
  const [isAsking, setAsking] = useState(false);
  const [now] = useState(() => new Date());
  const pick = (until: string) => {
    props.onPick(until);
    props.onClose();
  };
  if (isAsking) return <LaterDialog start={tomorrow(now)} onPick={pick} onClose={props.onClose} />;
  const choices = [
    { id: 'tomorrow', name: texts.tomorrow, until: tomorrow(now) },
    { id: 'nextWeek', name: texts.nextWeek, until: nextWeek(now) },
    { id: 'pick', name: texts.pick, until: undefined },
  ];
  return (
    <ChoicePopover
      {...props}
      title={texts.title}
      hint={texts.title}
      noneText={texts.none}
      width={300}
      query={noQuery}
      choices={choices}
      isCurrent={() => false}
      isShort
      mark={({ until }) =>
        until !== undefined && <span className={classes.until}>{formats.dateTime(until)}</span>
      }
      onPick={({ until }) => (until === undefined ? setAsking(true) : pick(until))}
    />
  );
}

function LaterDialog(props: { start: string; onPick: (until: string) => void; onClose: () => void }) {
  const { later: texts } = useInboxTexts();
  const [field, setField] = useState(() => toLocalField(props.start));
  const [isWrong, setWrong] = useState(false);
  const submit = () => {
    const until = fromLocalField(field);
    if (until !== undefined && Date.parse(until) > Date.now()) props.onPick(until);
    else setWrong(true);
  };
  return (
    <FormDialog
      title={texts.title}
      error={null}
      submitLabel={texts.submit}
      isPending={false}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Stack>
        <TextInput
          data-autofocus
          type="datetime-local"
          label={texts.until}
          required
          error={isWrong && texts.past}
          min={toLocalField(new Date().toISOString())}
          value={field}
          onChange={(event) => setField(event.currentTarget.value)}
        />
      </Stack>
    </FormDialog>
  );
}
