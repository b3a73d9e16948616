// Which requests are an operator's: health, readiness and metrics.

import type { FastifyRequest } from 'fastify';

const paths = new Set(['/healthz', '/readyz', '/metrics']);

/** Served as soon as the server listens, even during startup. */
export const isOperational = ({ routeOptions }: FastifyRequest): boolean => paths.has(routeOptions.url ?? '');

/** The same by the unparsed URL, with or without a query string. */
export const isOperationalUrl = (url = ''): boolean => paths.has(url.replace(/\/?(?:\?.*)?$/s, ''));
