// A page of the public site with settings that are not saved yet.

import { SegmentedControl, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { type SiteFields, type SitePage, sitePages, useSitePreview } from '../../../data/settings/site.ts';
import { QueryResult } from '../../../parts/states/states.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import classes from './site-preview.module.css';

const waitMs = 300;

export function SitePreview({ fields }: { fields: SiteFields }) {
  const { site: texts } = useSettingsTexts();
  const [page, setPage] = useState<SitePage>(sitePages[0]);
  const [asked] = useDebouncedValue(fields, waitMs);
  const preview = useSitePreview(asked, page);
  // While a field is wrong, the page stays as it was.
  const last = useRef(preview.data);
  last.current = preview.data ?? last.current;
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <Title order={2} id="preview" size="h3" mb={6}>
        {texts.preview}
      </Title>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-labelledby="preview"
        value={page}
        onChange={(value) => setPage(value as SitePage)}
        data={sitePages.map((value) => ({ value, label: texts.pages[value] }))}
      />
      <QueryResult query={{ ...preview, data: last.current }}>
        {({ html }) => <iframe className={classes.frame} title={texts.preview} sandbox="" srcDoc={html} />}
      </QueryResult>
      <Text size="xs" c="dimmed" mt={4}>
        {texts.previewHint}
      </Text>
    </section>
  );
}
