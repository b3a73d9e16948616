// The conditions of a webhook: only events about posts that meet all of them are sent.

import { Select, Stack, Text, TextInput } from '@mantine/core';
import { usePostTypes } from '../../../data/catalog.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import type { StatusCategory, WebhookForm } from './webhook-form.ts';
import classes from './webhooks.module.css';

const categories = ['reviewing', 'unstarted', 'active', 'completed', 'canceled'] as const;
const noCondition = 'any';

type Conditions = Pick<WebhookForm, 'atLeast' | 'statusCategory' | 'tag' | 'typeId'>;

export function RuleField(props: {
  value: Conditions;
  errors: Record<string, string>;
  onChange: (edits: Partial<Conditions>) => void;
}) {
  const { webhooks: texts, statuses } = useSettingsTexts();
  const types = usePostTypes().data ?? [];
  const { value, errors, onChange } = props;
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legendOfGroup}>{texts.conditions}</legend>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.conditionsHint}
      </Text>
      <Stack gap="sm">
        <div className={classes.pair}>
          <Select
            label={texts.category}
            value={value.statusCategory ?? noCondition}
            onChange={(category) =>
              onChange({
                statusCategory: category === noCondition ? null : (category as StatusCategory | null),
              })
            }
            data={[
              { value: noCondition, label: texts.anyStage },
              ...categories.map((category) => ({ value: category, label: statuses.categories[category] })),
            ]}
          />
          <Select
            label={texts.type}
            error={errors['when.typeId']}
            value={value.typeId ?? noCondition}
            onChange={(typeId) => onChange({ typeId: typeId === noCondition ? null : typeId })}
            data={[
              { value: noCondition, label: texts.anyType },
              ...types.map(({ id: value, name }) => ({ value, label: name })),
            ]}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            label={texts.tag}
            maxLength={64}
            error={errors['when.tag']}
            value={value.tag}
            onChange={(event) => onChange({ tag: event.currentTarget.value })}
          />
          <TextInput
            type="number"
            label={texts.atLeast}
            description={texts.atLeastHint}
            min={1}
            step={1}
            error={errors['when.atLeast']}
            value={value.atLeast}
            onChange={(event) => onChange({ atLeast: event.currentTarget.value })}
          />
        </div>
      </Stack>
    </fieldset>
  );
}
