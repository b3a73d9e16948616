// First run: the setup link from the server log creates the owner's account.

import { Skeleton, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { nameDefaults } from '../../data/default-names.ts';
import { isStatus } from '../../data/query-client.ts';
import { useFinishSetup, useSetup } from '../../data/session.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { defaultNames } from '../../texts/defaults.ts';
import { useI18n } from '../../texts/texts.tsx';
import { AccessFrame } from './access-frame.tsx';
import { AccountForm } from './account-form.tsx';

const route = getRouteApi('/setup/$token');

export function SetupPage() {
  const { texts, language } = useI18n();
  const { access } = texts;
  const notify = useNotify();
  const { token } = route.useParams();
  const setup = useSetup(token);
  const finish = useFinishSetup(token);
  const navigate = useNavigate();
  /** Replaces the history entry, so that "back" doesn't lead to the used link. */
  const begin = async () => {
    // Before the first page shows them. What can't be named has an English name, which the settings change.
    await notify.follow(nameDefaults(defaultNames.en, defaultNames[language]));
    await navigate({ to: '/', replace: true });
  };
  if (isStatus(setup.error, 404)) {
    return (
      <AccessFrame title={access.linkGoneTitle}>
        <Text size="sm">{access.setupGone}</Text>
        <ButtonLink to="/sign-in" mt="lg" fullWidth>
          {access.signIn}
        </ButtonLink>
      </AccessFrame>
    );
  }
  return (
    <AccessFrame title={access.setupTitle} text={access.setupText}>
      {setup.error !== null && <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />}
      {setup.isPending && <Skeleton height={280} />}
      {setup.data !== undefined && (
        <AccountForm
          submitLabel={access.createAccount}
          error={finish.error}
          known={{ CONFLICT: access.setupGone, NOT_FOUND: access.setupGone }}
          isPending={finish.isPending}
          onSubmit={(fields) => finish.mutate(fields, { onSuccess: () => void begin() })}
        />
      )}
    </AccessFrame>
  );
}
