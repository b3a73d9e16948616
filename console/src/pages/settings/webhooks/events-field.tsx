// Which events to send: all, or chosen ones, grouped by what they are about.

import { Checkbox, Input, Stack, Switch, Text } from '@mantine/core';
import type { EventChoice } from '../../../data/settings/webhook-states.ts';
import { useActionNames } from '../../../texts/actions.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { kindsOf } from './webhook-form.ts';
import classes from './webhooks.module.css';

interface Chosen {
  isAll: boolean;
  types: readonly string[];
}

export function EventsField(props: {
  choices: readonly EventChoice[];
  value: Chosen;
  /** The threshold decides what is sent. */
  isReplaced: boolean;
  error: string | undefined;
  onChange: (value: Chosen) => void;
}) {
  const { webhooks: texts } = useSettingsTexts();
  const { value, onChange } = props;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legendOfGroup}>{texts.events}</legend>
      {props.isReplaced ? (
        <Text size="sm" c="dimmed">
          {texts.eventsReplaced}
        </Text>
      ) : (
        <Stack gap="sm">
          <Switch
            label={texts.allEvents}
            description={texts.allEventsHint}
            checked={value.isAll}
            onChange={(event) => onChange({ ...value, isAll: event.currentTarget.checked })}
          />
          {!value.isAll && (
            <div className={classes.kinds}>
              {kindsOf(props.choices).map((kind) => (
                <KindChoice
                  key={kind}
                  kind={kind}
                  all={props.choices.filter((one) => one.kind === kind).map(({ type }) => type)}
                  chosen={value.types}
                  onChange={(types) => onChange({ isAll: false, types })}
                />
              ))}
            </div>
          )}
        </Stack>
      )}
      {props.error !== undefined && (
        <Input.Error mt={4} role="alert">
          {props.error}
        </Input.Error>
      )}
    </fieldset>
  );
}

function KindChoice(props: {
  kind: string;
  all: readonly string[];
  chosen: readonly string[];
  onChange: (types: readonly string[]) => void;
}) {
  const { webhooks: texts } = useSettingsTexts();
  const kinds: Partial<Record<string, string>> = texts.kinds;
  const names = useActionNames();
  const { all, chosen } = props;
  const own = all.filter((type) => chosen.includes(type));
  const others = chosen.filter((type) => !all.includes(type));
  const toggle = (type: string, isOn: boolean) =>
    props.onChange(isOn ? [...chosen, type] : chosen.filter((one) => one !== type));
  return (
    <Stack gap={6}>
      <Checkbox
        label={kinds[props.kind] ?? props.kind}
        fw={600}
        checked={own.length === all.length}
        indeterminate={own.length > 0 && own.length < all.length}
        onChange={(event) => props.onChange(event.currentTarget.checked ? [...others, ...all] : others)}
      />
      {all.map((type) => (
        <Checkbox
          key={type}
          pl="md"
          label={<span title={type}>{names[type] ?? type}</span>}
          checked={chosen.includes(type)}
          onChange={(event) => toggle(type, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  );
}
