// The addresses that get no mail. A bounce can be lifted; the rest only by the person.

import { Button, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type Suppression, useLift, useSuppressions } from '../../../data/settings/mail.ts';
import { IconSearch } from '../../../parts/icons.tsx';
import { MoreButton } from '../../../parts/states/more-button.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useMailTexts } from '../../../texts/mail.ts';
import { useTexts } from '../../../texts/texts.tsx';

export function SuppressionList() {
  const { common } = useTexts();
  const texts = useMailTexts();
  const notify = useNotify();
  const lift = useLift();
  const [search, setSearch] = useState('');
  const [email] = useDebouncedValue(search.trim(), 250);
  const list = useSuppressions(email);
  return (
    <section aria-labelledby="suppressions">
      <Title order={2} id="suppressions" mt="xl" mb={4}>
        {texts.suppressions}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.suppressionsText}
      </Text>
      <TextInput
        type="search"
        maw={360}
        mb="sm"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryResult query={list}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          if (all.length === 0) return <Text size="sm">{email === '' ? texts.none : texts.notFound}</Text>;
          return (
            <>
              <div className={surface.frame}>
                {all.map((suppression) => (
                  <SuppressionRow
                    key={suppression.id}
                    suppression={suppression}
                    isPending={lift.isPending && lift.variables === suppression.id}
                    label={common.labeled(texts.lift, suppression.email)}
                    onLift={() =>
                      void notify.follow(lift.mutateAsync(suppression.id), () =>
                        notify.done(texts.lifted(suppression.email)),
                      )
                    }
                  />
                ))}
              </div>
              <MoreButton {...list} />
            </>
          );
        }}
      </QueryResult>
    </section>
  );
}

function SuppressionRow(props: {
  suppression: Suppression;
  isPending: boolean;
  label: string;
  onLift: () => void;
}) {
  const texts = useMailTexts();
  const formats = useFormats();
  const { email, reason, scope, createdAt } = props.suppression;
  return (
    <div className={surface.row}>
      <div className={surface.grow}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="xs" c="dimmed">
          {texts.reasons[reason]} · {texts.scopes[scope]} · {formats.date(createdAt)}
        </Text>
      </div>
      {reason === 'bounce' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={props.label}
          loading={props.isPending}
          onClick={props.onLift}
        >
          {texts.lift}
        </Button>
      )}
    </div>
  );
}
