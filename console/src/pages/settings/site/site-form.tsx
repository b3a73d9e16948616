// The look and the contents of the public site.

import type { Site } from '@earshot/client';
import {
  Button,
  Checkbox,
  ColorInput,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useStatuses } from '../../../data/catalog.ts';
import { useMayAdminister, useSession } from '../../../data/session.ts';
import { ColorLabel } from '../../../parts/color-dot.tsx';
import { LeaveGuard } from '../../../parts/forms/leave-guard.tsx';
import { swatches } from '../../../parts/forms/swatches.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { languages, useTexts } from '../../../texts/texts.tsx';
import classes from './site-preview.module.css';
import { SitePreview } from './site-preview.tsx';
import { useSiteEdit } from './use-site-edit.ts';

const shownFields = ['name', 'description', 'accentColor', 'frameOrigins'];
const languageOptions = Object.entries(languages).map(([value, label]) => ({ value, label }));

export function SiteForm({ site }: { site: Site }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { site: texts } = settings;
  const { workspace } = useSession();
  const mayAdminister = useMayAdminister();
  const [name, setName] = useState(site.name ?? '');
  const [description, setDescription] = useState(site.description);
  const [accentColor, setAccentColor] = useState(site.accentColor);
  const [language, setLanguage] = useState(site.language);
  const [newPosts, setNewPosts] = useState(site.newPosts);
  const [roadmapStatusIds, setRoadmap] = useState(site.roadmapStatusIds);
  const [origins, setOrigins] = useState(site.frameOrigins.join('\n'));
  const fields = {
    name: name.trim() === '' ? null : name.trim(),
    description: description.trim(),
    accentColor,
    language,
    newPosts,
    roadmapStatusIds,
    frameOrigins: origins.split(/\s+/).filter((origin) => origin !== ''),
  };
  const { changed, isDirty, isSaving, errors, submit } = useSiteEdit(site, fields, shownFields);
  return (
    <div className={classes.columns}>
      <form onSubmit={submit}>
        <LeaveGuard isDirty={() => isDirty && !isSaving} />
        <Stack>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            placeholder={workspace.name}
            maxLength={100}
            readOnly={!mayAdminister}
            error={errors.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={texts.description}
            description={texts.descriptionHint}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            readOnly={!mayAdminister}
            error={errors.description}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Group align="flex-start" grow>
            <ColorInput
              label={texts.accentColor}
              format="hex"
              swatches={swatches}
              withEyeDropper={false}
              fixOnBlur={false}
              disabled={!mayAdminister}
              error={errors.accentColor}
              value={accentColor}
              onChange={setAccentColor}
            />
            <Select
              label={texts.language}
              data={languageOptions}
              allowDeselect={false}
              disabled={!mayAdminister}
              value={language}
              onChange={(value) => setLanguage((value ?? 'en') as Site['language'])}
            />
          </Group>
          <div>
            <Text id="new-posts" size="sm" fw={600}>
              {texts.newPosts}
            </Text>
            <Text size="xs" c="dimmed" mb={6}>
              {texts.newPostsHint}
            </Text>
            <SegmentedControl
              aria-labelledby="new-posts"
              disabled={!mayAdminister}
              value={newPosts}
              onChange={(value) => setNewPosts(value as Site['newPosts'])}
              data={(['internal', 'public'] as const).map((value) => ({
                value,
                label: texts.visibilities[value],
              }))}
            />
          </div>
          <RoadmapStatuses isLocked={!mayAdminister} value={roadmapStatusIds} onChange={setRoadmap} />
          <Textarea
            label={texts.frameOrigins}
            description={texts.frameOriginsHint}
            placeholder="https://app.example.com"
            autosize
            minRows={1}
            maxRows={6}
            readOnly={!mayAdminister}
            error={errors.frameOrigins}
            value={origins}
            onChange={(event) => setOrigins(event.currentTarget.value)}
          />
          {mayAdminister && (
            <Group>
              <Button type="submit" loading={isSaving} disabled={!isDirty}>
                {common.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
      <SitePreview fields={changed} />
    </div>
  );
}

function RoadmapStatuses(props: { isLocked: boolean; value: string[]; onChange: (ids: string[]) => void }) {
  const { site: texts } = useSettingsTexts();
  const statuses = useStatuses().data ?? [];
  return (
    <Checkbox.Group
      label={texts.roadmap}
      description={texts.roadmapHint}
      readOnly={props.isLocked}
      value={props.value}
      onChange={props.onChange}
    >
      <Stack gap="xs" mt="xs">
        {statuses.map(({ id, name, color }) => (
          <Checkbox
            key={id}
            value={id}
            disabled={props.isLocked}
            label={<ColorLabel color={color} name={name} />}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
