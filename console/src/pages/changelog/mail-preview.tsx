// Who would be told of an entry, and the mail that the first of them would get.

import { Stack, Text } from '@mantine/core';
import { type Publishable, useRehearsal } from '../../data/notices.ts';
import { Dialog } from '../../parts/forms/dialog.tsx';
import { QueryResult } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './mail-preview.module.css';
import { useNames } from './told.ts';

/** In the sandbox, links open nothing: they are not the reader's to follow. */
const withDeadLinks = (html: string): string => html.replace('<head>', '<head><base target="_blank">');

export function MailPreview({ entry, onClose }: { entry: Publishable; onClose: () => void }) {
  const { telling: texts } = useTexts();
  const rehearsal = useRehearsal(entry);
  const names = useNames();
  return (
    <Dialog title={texts.previewTitle} size="lg" onClose={onClose}>
      <QueryResult query={{ ...rehearsal, data: rehearsal.data ?? undefined }}>
        {(told) =>
          told.mail === null ? (
            <Text size="sm">{texts.noRecipients}</Text>
          ) : (
            <Stack gap="xs">
              {/* The others, if any, are counted already. */}
              <Text size="sm">{names(true, told, told.sample.length)}</Text>
              <Text size="sm" fw={600} dir="auto">
                {told.mail.subject}
              </Text>
              <iframe
                className={classes.mail}
                title={texts.mail}
                sandbox=""
                srcDoc={withDeadLinks(told.mail.html)}
              />
            </Stack>
          )
        }
      </QueryResult>
    </Dialog>
  );
}
