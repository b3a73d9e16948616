// The public site: whether there is one, where it is, and how it looks.

import type { Site } from '@earshot/client';
import { Alert, Anchor, Stack, Switch, Text } from '@mantine/core';
import { useMayAdminister, useSession } from '../../../data/session.ts';
import { useSaveSite, useSite } from '../../../data/settings/site.ts';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { IconAlertTriangle } from '../../../parts/icons.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import { useTexts } from '../../../texts/texts.tsx';
import { SiteForm } from './site-form.tsx';
import { SiteLogo } from './site-logo.tsx';

export function SitePage() {
  const { site: texts } = useTexts().settings;
  const site = useSite();
  return (
    <PageFrame title={texts.title} text={texts.text}>
      <QueryResult query={site}>
        {(data) => (
          <Stack gap="lg">
            <SiteSwitch site={data} />
            {data.host === null && <NoHostNotice />}
            <SiteLogo logo={data.logo} />
            <SiteForm site={data} />
          </Stack>
        )}
      </QueryResult>
    </PageFrame>
  );
}

function SiteSwitch({ site }: { site: Site }) {
  const { site: texts } = useTexts().settings;
  const notify = useNotify();
  const mayAdminister = useMayAdminister();
  const save = useSaveSite();
  const isOn = (save.isPending ? save.variables.visibility : site.visibility) === 'public';
  const change = (isPublic: boolean) =>
    save.mutate(
      { visibility: isPublic ? 'public' : 'off' },
      {
        onSuccess: () => notify.done(isPublic ? texts.switchedOn : texts.switchedOff),
        onError: notify.failed,
      },
    );
  return (
    <div>
      <Switch
        label={texts.isOn}
        description={texts.isOnHint}
        checked={isOn}
        disabled={!mayAdminister}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {site.url !== null && (
        <Text mt="sm" size="sm">
          <Anchor href={site.url} target="_blank" rel="noreferrer" inherit>
            {site.url} ↗
          </Anchor>
        </Text>
      )}
    </div>
  );
}

/** On the console's own host, a fault in a public page would be one step from the console. */
function NoHostNotice() {
  const { site: texts } = useTexts().settings;
  const { slug } = useSession().workspace;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={texts.noHostTitle}>
      <Stack gap="xs">
        <Text size="sm">{texts.noHostText}</Text>
        <CopyField isCode label="PUBLIC_HOSTS" text={`PUBLIC_HOSTS=feedback.example.com=${slug}`} />
      </Stack>
    </Alert>
  );
}
