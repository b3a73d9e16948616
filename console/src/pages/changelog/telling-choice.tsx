// Whom publishing an entry tells by mail, and a preview of it.

import { Anchor, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Publishable, Telling, WouldNotify } from '../../data/notices.ts';
import { useMayAdminister, useSession } from '../../data/session.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { MailPreview } from './mail-preview.tsx';
import { useNames, useNumberTold } from './told.ts';

interface TellingChoiceProps {
  value: Telling;
  /** Undefined until it is counted. */
  audience: WouldNotify | undefined;
  /** As it would be published. */
  entry: Publishable;
  onChange: (value: Telling) => void;
}

export function TellingChoice(props: TellingChoiceProps) {
  const { hasMail } = useSession();
  if (hasMail) return <Choice {...props} />;
  return props.audience === undefined ? null : <NeedsMail audience={props.audience} />;
}

/** Only admins see how mail is set up. */
function NeedsMail({ audience }: { audience: WouldNotify }) {
  const { telling: texts } = useTexts();
  const mayAdminister = useMayAdminister();
  const { count, shown } = useNumberTold()(true, audience);
  if (count === 0) return null;
  return (
    <Text size="sm">
      {texts.wouldTell(count, shown)}{' '}
      {mayAdminister ? (
        <AnchorLink to="/settings/mail" inherit underline="always">
          {texts.setUp}
        </AnchorLink>
      ) : (
        texts.setUp
      )}
    </Text>
  );
}

function Choice({ value, audience, entry, onChange }: TellingChoiceProps) {
  const { telling: texts } = useTexts();
  const formats = useFormats();
  const isTelling = value !== false;
  const others = audience?.otherVoters ?? 0;
  const reachesNoOne = audience?.count === 0 && others === 0;
  return (
    <Stack gap={8}>
      <Checkbox
        label={texts.followers}
        description={isTelling && reachesNoOne ? texts.noRecipients : texts.followersHint}
        checked={isTelling}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isTelling && others > 0 && (
        <Checkbox
          ml={30}
          label={texts.alsoVoters(others, formats.number(others))}
          checked={value !== true}
          onChange={(event) => onChange(event.currentTarget.checked ? { includeVoters: true } : true)}
        />
      )}
      {isTelling && audience !== undefined && <Told value={value} audience={audience} entry={entry} />}
    </Stack>
  );
}

function Told({ value, audience, entry }: { value: Telling; audience: WouldNotify; entry: Publishable }) {
  const { telling: texts } = useTexts();
  const numberTold = useNumberTold();
  const names = useNames();
  const [isPreviewing, setPreviewing] = useState(false);
  if (numberTold(value, audience).count === 0) return null;
  return (
    <Text size="sm" ml={30}>
      {names(value, audience, 3)}
      {' · '}
      <Anchor component="button" type="button" inherit underline="always" onClick={() => setPreviewing(true)}>
        {texts.preview}
      </Anchor>
      {isPreviewing && <MailPreview entry={entry} onClose={() => setPreviewing(false)} />}
    </Text>
  );
}
