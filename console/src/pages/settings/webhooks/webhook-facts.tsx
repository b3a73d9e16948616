// The health of a webhook: when it last succeeded and failed, and since when it fails.

import type { WebhookState } from '../../../data/settings/webhook-states.ts';
import { Fact } from '../../../parts/fact.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import classes from './webhooks.module.css';

const times = ['lastSuccessAt', 'lastFailureAt', 'failingSince'] as const;

export function WebhookFacts({ state }: { state: WebhookState }) {
  const { webhooks: texts } = useSettingsTexts();
  const formats = useFormats();
  return (
    <dl className={classes.facts}>
      {times.map((name) => {
        const at = state[name];
        // A disabled webhook sends nothing, so it isn't failing either.
        if (name === 'failingSince' && (at === null || !state.webhook.enabled)) return null;
        return (
          <Fact key={name} term={texts.times[name]} {...(at !== null && { title: formats.dateTime(at) })}>
            {at === null ? texts.never : formats.ago(at)}
          </Fact>
        );
      })}
    </dl>
  );
}
