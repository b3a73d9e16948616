// The public site: whether there is one, where it is, and how it looks.

import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMatchCount } from '../../../data/feedback/posts.ts';
import { useSession } from '../../../data/session.ts';
import { useSite } from '../../../data/settings/site.ts';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { IconAlertTriangle } from '../../../parts/icons.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { ExistingPosts, internalPosts } from './existing-posts.tsx';
import { SiteForm } from './site-form.tsx';
import { SiteLogo } from './site-logo.tsx';
import { SiteVisibility } from './site-visibility.tsx';
import { VisitorsForm } from './visitors-form.tsx';

export function SitePage() {
  const { site: texts } = useSettingsTexts();
  const site = useSite();
  const [isPublishing, setPublishing] = useState(false);
  return (
    <PageFrame title={texts.title} text={texts.text}>
      <QueryResult query={site}>
        {(data) => (
          <Stack gap="lg">
            <SiteVisibility site={data} onSwitchedOn={() => setPublishing(true)} />
            {data.host === null && <NoHostNotice />}
            {data.visibility !== 'off' && <InternalPosts onPublish={() => setPublishing(true)} />}
            <SiteLogo logo={data.logo} />
            <SiteForm site={data} />
            <VisitorsForm site={data} />
          </Stack>
        )}
      </QueryResult>
      {isPublishing && <ExistingPosts onClose={() => setPublishing(false)} />}
    </PageFrame>
  );
}

/** Posts from before stay internal until someone chooses otherwise. */
function InternalPosts({ onPublish }: { onPublish: () => void }) {
  const { visibility: texts } = useTexts();
  const formats = useFormats();
  const internal = useMatchCount(internalPosts, true).data;
  if (internal === undefined || internal.count === 0) return null;
  return (
    <Group gap="sm">
      <Text size="sm">
        {texts.existing(internal.count, `${formats.number(internal.count)}${internal.isMore ? '+' : ''}`)}
      </Text>
      <Button size="compact-sm" variant="light" onClick={onPublish}>
        {texts.existingPublish}
      </Button>
    </Group>
  );
}

/** On the console's own host, a fault in a public page would be one step from the console. */
function NoHostNotice() {
  const { site: texts } = useSettingsTexts();
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
