// The `webhooks` of the OpenAPI document: one for each type of event, made from the catalog.

import { eventCatalog, eventKinds, eventTypes } from '../../domain/events/event.ts';
import { eventName } from '../../shapes/events/event.ts';
import type { DocumentPart, Part } from './document.ts';
import { pascalCase } from './names.ts';

const received = 'EventReceived';

/** Adds the webhooks, and the components that they share. */
export function addWebhooks(document: DocumentPart): void {
  const bodies = eventKinds.map((kind): [string, Part] => [
    bodyName(eventName(kind)),
    {
      required: true,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${eventName(kind)}` } } },
    },
  ]);
  const { components } = document;
  components.requestBodies = { ...components.requestBodies, ...Object.fromEntries(bodies) };
  components.responses = {
    ...components.responses,
    [received]: { description: 'Any 2xx status acknowledges the event.' },
  };
  document.webhooks = Object.fromEntries(eventTypes.map((type) => [type, { post: webhookOf(type) }]));
}

const bodyName = (event: string): string => `${event}Request`;

const webhookOf = (type: (typeof eventTypes)[number]): Part => ({
  operationId: `on${pascalCase(type)}`,
  summary: eventCatalog[type].description.replace(/\.$/, ''),
  tags: ['Events'],
  security: [],
  requestBody: { $ref: `#/components/requestBodies/${bodyName(eventName(eventCatalog[type].kind))}` },
  responses: { '2XX': { $ref: `#/components/responses/${received}` } },
});
