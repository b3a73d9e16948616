// Post types: the guarantees they share with statuses. They have none of their own.

import { orderedContract } from './ordered.ts';

orderedContract({
  path: '/post-types',
  plural: 'postTypes',
  prefix: 'type',
  kind: 'postType',
  noun: 'post type',
  field: 'postTypeId',
  filter: 'typeId',
  required: {},
  fields: ['id', 'name', 'slug', 'color', 'position', 'isDefault', 'postsCount', 'createdAt'],
});
