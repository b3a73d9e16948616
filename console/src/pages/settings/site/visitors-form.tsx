// What visitors may do, and how they sign in.

import type { Site } from '@earshot/client';
import { Button, Checkbox, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useMayAdminister } from '../../../data/session.ts';
import { LeaveGuard } from '../../../parts/forms/leave-guard.tsx';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { IdentitySecret } from './identity-secret.tsx';
import { useSiteEdit } from './use-site-edit.ts';

const rules = ['none', 'first', 'links', 'all'] as const satisfies readonly Site['moderation'][];
const addresses = ['signInUrl', 'identityJwksUrl', 'identityIssuer'] as const;
const shownFields = [...addresses, 'allowedDomains'];

/** An empty field is one that is not set. */
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export function VisitorsForm({ site }: { site: Site }) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { site: texts } = settings;
  const mayAdminister = useMayAdminister();
  const [moderation, setModeration] = useState(site.moderation);
  const [anonymousPosts, setAnonymousPosts] = useState(site.anonymousPosts);
  const [followOnVote, setFollowOnVote] = useState(site.followOnVote);
  const [showNames, setShowNames] = useState(site.showNames);
  const [typed, setTyped] = useState({
    signInUrl: site.signInUrl ?? '',
    identityJwksUrl: site.identityJwksUrl ?? '',
    identityIssuer: site.identityIssuer ?? '',
  });
  const [domains, setDomains] = useState(site.allowedDomains.join('\n'));
  const fields = {
    moderation,
    anonymousPosts,
    followOnVote,
    showNames,
    signInUrl: orNull(typed.signInUrl),
    identityJwksUrl: orNull(typed.identityJwksUrl),
    identityIssuer: orNull(typed.identityIssuer),
    allowedDomains: domains.split(/[\s,]+/).filter((domain) => domain !== ''),
  };
  const { isDirty, isSaving, errors, submit } = useSiteEdit(site, fields, shownFields);
  return (
    <section aria-labelledby="visitors">
      <Title id="visitors" order={2} size="h3" mb="sm">
        {texts.visitors}
      </Title>
      <form onSubmit={submit}>
        <LeaveGuard isDirty={() => isDirty && !isSaving} />
        <Stack maw={560}>
          <Select
            label={texts.moderation}
            data={rules.map((value) => ({ value, label: texts.moderations[value] }))}
            allowDeselect={false}
            disabled={!mayAdminister}
            value={moderation}
            onChange={(value) => setModeration(value as Site['moderation'])}
          />
          <Checkbox
            label={texts.anonymousPosts}
            description={texts.anonymousPostsHint}
            disabled={!mayAdminister}
            checked={anonymousPosts}
            onChange={(event) => setAnonymousPosts(event.currentTarget.checked)}
          />
          <Checkbox
            label={texts.followOnVote}
            description={texts.followOnVoteHint}
            disabled={!mayAdminister}
            checked={followOnVote}
            onChange={(event) => setFollowOnVote(event.currentTarget.checked)}
          />
          <Checkbox
            label={texts.showNames}
            description={texts.showNamesHint}
            disabled={!mayAdminister}
            checked={showNames}
            onChange={(event) => setShowNames(event.currentTarget.checked)}
          />
          <div>
            <Text size="sm" fw={600}>
              {texts.identity}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.identityText}
            </Text>
          </div>
          {addresses.map((name) => (
            <TextInput
              key={name}
              label={texts[name]}
              description={texts[`${name}Hint`]}
              placeholder={name === 'identityIssuer' ? undefined : 'https://app.example.com'}
              readOnly={!mayAdminister}
              error={errors[name]}
              value={typed[name]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setTyped((before) => ({ ...before, [name]: value }));
              }}
            />
          ))}
          <Textarea
            label={texts.allowedDomains}
            description={texts.allowedDomainsHint}
            placeholder="example.com"
            autosize
            minRows={1}
            maxRows={6}
            readOnly={!mayAdminister}
            error={errors.allowedDomains}
            value={domains}
            onChange={(event) => setDomains(event.currentTarget.value)}
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
      {mayAdminister && <IdentitySecret />}
    </section>
  );
}
