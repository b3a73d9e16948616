// The mail that leaves the workspace: how it is set up, what waits, what failed, and who gets none. For admins, since it
// shows addresses.

import { Text } from '@mantine/core';
import { useMayAdminister } from '../../../data/session.ts';
import { type MailSetup, type Outbox, useOutbox } from '../../../data/settings/mail.ts';
import { Fact } from '../../../parts/fact.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { SendTestButton } from '../../../parts/send-test-button.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useMailTexts } from '../../../texts/mail.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { FailedMails } from './failed-mails.tsx';
import classes from './mail.module.css';
import { BlockedNotice, HeldNotice } from './mail-notices.tsx';
import { ReplyTo } from './reply-to.tsx';
import { SuppressionList } from './suppression-list.tsx';

export function MailPage() {
  const texts = useMailTexts();
  const { title } = useSettingsTexts().mail;
  if (useMayAdminister()) return <OutboxPage />;
  return <PageFrame title={title}>{texts.forAdmins}</PageFrame>;
}

function OutboxPage() {
  const texts = useMailTexts();
  const { title } = useSettingsTexts().mail;
  const outbox = useOutbox();
  const hasSetup = (outbox.data?.setup ?? null) !== null;
  return (
    <PageFrame title={title} text={texts.text} actions={hasSetup && <SendTestButton />}>
      <QueryResult query={outbox}>
        {(data) => (data.setup === null ? <NoSetup /> : <WithSetup setup={data.setup} outbox={data} />)}
      </QueryResult>
      <SuppressionList />
    </PageFrame>
  );
}

function NoSetup() {
  const texts = useMailTexts();
  return <Text maw={640}>{texts.off('SMTP_URL', 'MAIL_FROM')}</Text>;
}

function WithSetup({ setup, outbox }: { setup: MailSetup; outbox: Outbox }) {
  const texts = useMailTexts();
  const formats = useFormats();
  const { blocked, held, waiting, replyTo, failures } = outbox;
  return (
    <>
      {blocked !== null && <BlockedNotice answer={blocked} />}
      {held !== null && <HeldNotice held={held} />}
      <dl className={classes.facts}>
        <Fact term={texts.from}>{setup.from}</Fact>
        <Fact term={texts.server}>{setup.server}</Fact>
        <Fact term={texts.replyTo}>{replyTo.address ?? setup.replyTo ?? texts.noReplyTo}</Fact>
        <Fact term={texts.waiting}>
          {waiting < maxWaitingCounted ? formats.number(waiting) : texts.atLeast(formats.number(waiting))}
        </Fact>
      </dl>
      <ReplyTo replyTo={replyTo} />
      {failures.length > 0 && <FailedMails failures={failures} />}
    </>
  );
}

/** The server counts no further. */
const maxWaitingCounted = 10_000;
