// Imports what people want to be told by mail: of those whom the import brings. Others have said here what they want, if
// only by saying nothing.

import type { PersonalMailSettings } from '../../../../domain/mail/settings.ts';
import { eachRecord, emptyStep, entriesFor, objectIdsOf, type Plan, required } from './step.ts';

export const planMailSettings: Plan<PersonalMailSettings> = async (context, read, batch) => {
  const step = emptyStep<PersonalMailSettings>();
  const named = batch.map(({ record }) => record.userId);
  const people = await entriesFor(context, read, 'user', named);
  const users = objectIdsOf(people);
  const added = new Map<string, PersonalMailSettings>();
  eachRecord(step, batch, ({ record }) => {
    const userId = required(users, record.userId, 'userId');
    const isNew = people.get(record.userId)?.isNew === true;
    if (isNew && !added.has(userId)) added.set(userId, { ...record, userId });
    else step.found += 1;
  });
  step.created += added.size;
  step.apply = async (write) => {
    if (added.size === 0) return;
    await write.mailSettings.addMany(context.workspaceId, [...added.values()]);
    await write.mails.hold(context.workspaceId, 'imported', context.now);
  };
  return step;
};
