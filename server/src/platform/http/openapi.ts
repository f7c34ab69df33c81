import type { Endpoint } from '@skarb/schema/endpoint';
import { errorBody } from '@skarb/schema/primitive';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest as Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] };
};

const parameters = (endpoint: Endpoint) => {
  const of = (schema: z.ZodObject | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const json = schemaOf(schema, 'input');
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (json.required ?? []).includes(name),
      schema: property,
    }));
  };
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query')];
};

const requestBody = (endpoint: Endpoint) => {
  if (!endpoint.body && !endpoint.files) return undefined;
  const body = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object' };
  if (!endpoint.files) return { required: true, content: { 'application/json': { schema: body } } };
  const files = Object.keys(endpoint.files);
  const required = [
    ...((body.required as string[] | undefined) ?? []),
    ...files.filter((name) => endpoint.files?.[name]?.required),
  ];
  const properties = {
    ...(body.properties as object | undefined),
    ...Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }])),
  };
  return { required: true, content: { 'multipart/form-data': { schema: { ...body, properties, required } } } };
};

/** The OpenAPI 3.1 document of the bound endpoints, from the schemas that validate requests and responses. */
export const openApiOf = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`;
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1]],
      security:
        endpoint.access === 'public' ? [] : endpoint.access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }],
      parameters: parameters(endpoint),
      requestBody: requestBody(endpoint),
      responses: {
        [endpoint.status ?? 200]: {
          description: 'Done',
          ...(endpoint.response
            ? { content: { [endpoint.text ?? 'application/json']: { schema: schemaOf(endpoint.response, 'output') } } }
            : {}),
        },
        default: {
          description: 'Refused or failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Skarb', version: '0.1.0', description: 'An NFT marketplace anyone can run.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
};
