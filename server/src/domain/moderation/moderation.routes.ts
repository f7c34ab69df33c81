import { moderationEndpoints } from '@skarb/schema/moderation';
import type { SubjectType } from '@skarb/schema/hidden';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { featuredCollections } from '../collection/collection.view.ts';
import {
  dismissReports,
  featureCollections,
  hideSubject,
  reportSubject,
  restoreSubject,
  setVerified,
  writeToCreator,
} from './moderation.service.ts';
import type { Subject } from './moderation.rules.ts';
import { listCases } from './moderation.view.ts';

const subjectOf = (body: { subjectType: SubjectType; subjectUuid: string }): Subject => ({
  type: body.subjectType,
  uuid: body.subjectUuid.toLowerCase(),
});

export const moderationRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db'>): void => {
  const { sql } = context.db;
  bind(binder, moderationEndpoints.report, async ({ body, caller }) => {
    await binder.rateLimit(
      { name: 'report', key: caller.uuid, max: 20, seconds: 600 },
      { name: 'report-day', key: caller.uuid, max: 100, seconds: 86_400 },
    );
    return { data: await reportSubject(context, caller, subjectOf(body), body) };
  });
  bind(binder, moderationEndpoints.cases, ({ query }) => listCases(sql, query));
  bind(binder, moderationEndpoints.hide, async ({ body, caller }) => ({
    data: await hideSubject(context, caller, subjectOf(body), body),
  }));
  bind(binder, moderationEndpoints.restore, async ({ body, caller }) => ({
    data: await restoreSubject(context, caller, subjectOf(body), body),
  }));
  bind(binder, moderationEndpoints.dismiss, async ({ body, caller }) => ({
    data: await dismissReports(context, caller, subjectOf(body)),
  }));
  bind(binder, moderationEndpoints.note, async ({ body, caller }) => ({
    data: await writeToCreator(context, caller, subjectOf(body), body),
  }));
  bind(binder, moderationEndpoints.verify, ({ body, caller }) =>
    setVerified(context, caller, { type: body.subjectType, uuid: body.subjectUuid.toLowerCase() }, body.isVerified),
  );
  bind(binder, moderationEndpoints.featured, async () => ({ data: await featuredCollections(sql) }));
  bind(binder, moderationEndpoints.feature, async ({ body, caller }) => ({
    data: await featureCollections(context, caller, body.collectionUuids),
  }));
};
