// Says that a post was merged into another one, and takes that back.

import { Alert, Button, Group } from '@mantine/core';
import { useTexts } from '../../texts/texts.tsx';
import { useMergeChange } from '../feedback/use-merge-change.ts';
import { IconArrowMerge } from '../icons.tsx';
import { AnchorLink } from '../links.tsx';

interface Named {
  id: string;
  title: string;
}

export function MergedNotice({ post, into }: { post: Named; into: Named }) {
  const { post: texts } = useTexts();
  const { unmerge } = useMergeChange();
  return (
    <Alert mb="lg" icon={<IconArrowMerge size={18} aria-hidden />} title={texts.mergedTitle}>
      <Group justify="space-between">
        <AnchorLink to="/posts/$postId" params={{ postId: into.id }} size="sm" dir="auto">
          {into.title}
        </AnchorLink>
        <Button size="compact-sm" variant="default" onClick={() => unmerge([post])}>
          {texts.unmerge}
        </Button>
      </Group>
    </Alert>
  );
}
