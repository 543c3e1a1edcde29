import { z } from 'zod'
import { collapseWindow, failingShare } from '../../limits.js'
import { SignatureObject } from './signature.js'

const Named = z.object({ id: z.string(), username: z.string() })

export const HookCollapse = z.object({
  window_seconds: z
    .union([z.literal(0), z.int().min(collapseWindow.leastSeconds).max(collapseWindow.mostSeconds)])
    .describe(
      'For how long after a post its repeats are counted in it, instead of posted again. 0 posts every repeat.',
    ),
})

/** The offer of a hook. The hook stays with its creator until the offer is accepted. */
const HookOffer = z.object({
  to: Named,
  by: Named,
  create_at: z.number(),
  expires_at: z.number().describe('Last time at which the offer can be accepted.'),
})

/** A hook that is offered to the caller. */
export const OfferedHook = z.object({
  id: z.string(),
  team_id: z.string(),
  display_name: z.string(),
  description: z.string(),
  channel_locked: z.boolean(),
  channel: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  creator: Named,
  by: Named.describe('The user who offers it.'),
  expires_at: z.number(),
})
export type OfferedHook = z.infer<typeof OfferedHook>

/**
 * A hook with the details for users who manage it. `url` contains the key and is included only right after the key was
 * created. A hook has no name or icon of its own, so those fields are empty.
 */
export const HookObject = z
  .object({
    id: z.string(),
    create_at: z.number(),
    update_at: z.number(),
    delete_at: z.number(),
    user_id: z.string(),
    channel_id: z.string(),
    team_id: z.string(),
    display_name: z.string(),
    description: z.string(),
    username: z.literal(''),
    icon_url: z.literal(''),
    channel_locked: z.boolean(),
    format: z.string().describe('The adapter that reads all payloads, or empty.'),
    collapse: HookCollapse.describe('How repeats of a post are counted in it.'),
    signature: SignatureObject.nullable().describe('Null if calls are not verified.'),
    allow_from: z
      .array(z.string())
      .describe('The addresses and CIDR ranges that may call the hook. Empty for all.'),
    template_version: z
      .number()
      .describe('The version of the template that turns all JSON into posts. 0 if there is none.'),
    confirm: z.boolean(),
    last_used_at: z.number(),
    failing_since: z
      .number()
      .describe('Time since which every delivery was rejected. 0 if the latest was not.'),
    disabled_at: z.number().describe('Time since which the hook rejects all calls. 0 if it is enabled.'),
    creator_deactivated: z
      .boolean()
      .describe('Whether the creator’s account is deactivated. The hook then posts only to public channels.'),
    creator_left_team: z
      .boolean()
      .describe('Whether the creator has left the team. The hook then posts only to public channels.'),
    offer: HookOffer.nullable().describe('The pending offer, or null.'),
    url_made_by: Named.nullable().describe(
      'User who regenerated the URL, unless that was the creator. Null otherwise. The hook then posts only ' +
        'where both can read, and never to direct channels.',
    ),
    url: z
      .string()
      .optional()
      .describe(
        'URL that senders post to. Only the path if the server has no `BASE_URL` and was called by a host name.',
      ),
  })
  .meta({ id: 'Hook' })
export type HookObject = z.infer<typeof HookObject>

/**
 * A hook with the details that lists show. The names of a channel that the caller cannot read are empty. A hook
 * that was deleted with its channel has a `delete_at` and is restored with the channel.
 */
export const HookOverview = HookObject.extend({
  creator: z.object({ id: z.string(), username: z.string(), delete_at: z.number() }),
  channel: z.object({
    id: z.string(),
    name: z.string(),
    display_name: z.string(),
    type: z.enum(['O', 'P', 'D', '']),
    delete_at: z.number().describe('Not 0 if the channel was archived.'),
  }),
  posted_last_day: z
    .number()
    .describe('In the last 24 hours, among the newest 10,000 deliveries. Includes replies and updates.'),
  rejected_last_day: z.number().describe('In the last 24 hours, among the newest 10,000 deliveries.'),
  delivered_last_day: z
    .number()
    .describe('Deliveries with any outcome in the last 24 hours, at most the newest 10,000.'),
  delivered_by_hour: z
    .array(z.number())
    .describe('The same deliveries by hour: 24 numbers, oldest first. The last hour ends now.'),
  rejected_by_hour: z.array(z.number()).describe('The rejected ones by hour.'),
  failing: z
    .object({ delivery: z.string(), reason: z.string(), message: z.string(), status: z.number() })
    .nullable()
    .describe(
      'The latest delivery that was rejected, and why. Null unless the hook is failing: at least ' +
        `${100 * failingShare} % of its deliveries of the last 24 hours were rejected.`,
    ),
  may_change: z.boolean().describe('Whether the caller can edit, regenerate and delete the hook.'),
})
export type HookOverview = z.infer<typeof HookOverview>

/** A hook with its team. */
export const HookInTeam = HookOverview.extend({
  team: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
})
export type HookInTeam = z.infer<typeof HookInTeam>

/** A page of hooks in all teams. */
export const HookInTeamPage = z.object({
  hooks: z.array(HookInTeam),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
})

/** A page of a team's hooks. */
export const HookOverviewPage = z.object({
  hooks: z.array(HookOverview),
  next: z.string().describe('Cursor of the next page, or empty.'),
  total: z.number().describe('Total number of matches.'),
  may_create: z.boolean().describe('Whether the caller can create hooks in this team.'),
  administrators: z
    .array(z.string())
    .describe(
      'If the caller cannot create hooks: user names of some administrators who can, and who can allow it for ' +
        'everyone.',
    ),
})

/** The adapters for senders' own JSON, by the last part of the URL that selects them. A test compares them with core's. */
export const hookFormats = [
  { name: 'json', title: 'Any JSON' },
  { name: 'apprise', title: 'Apprise' },
  { name: 'azuredevops', title: 'Azure DevOps' },
  { name: 'bitbucket', title: 'Bitbucket Cloud' },
  { name: 'bitbucketserver', title: 'Bitbucket Data Center' },
  { name: 'circleci', title: 'CircleCI' },
  { name: 'cloudevents', title: 'CloudEvents' },
  { name: 'discord', title: 'Discord' },
  { name: 'gitea', title: 'Gitea and Forgejo' },
  { name: 'github', title: 'GitHub' },
  { name: 'gitlab', title: 'GitLab' },
  { name: 'googlechat', title: 'Google Chat' },
  { name: 'gotify', title: 'Gotify' },
  { name: 'grafana', title: 'Grafana' },
  { name: 'harbor', title: 'Harbor' },
  { name: 'jira', title: 'Jira' },
  { name: 'linear', title: 'Linear' },
  { name: 'teams', title: 'Microsoft Teams' },
  { name: 'newrelic', title: 'New Relic' },
  { name: 'ntfy', title: 'ntfy' },
  { name: 'opsgenie', title: 'Opsgenie' },
  { name: 'pagerduty', title: 'PagerDuty' },
  { name: 'alertmanager', title: 'Prometheus Alertmanager' },
  { name: 'sentry', title: 'Sentry' },
  { name: 'sonarqube', title: 'SonarQube' },
  { name: 'statuspage', title: 'Statuspage' },
  { name: 'stripe', title: 'Stripe' },
  { name: 'uptimekuma', title: 'Uptime Kuma' },
  { name: 'uptimerobot', title: 'UptimeRobot' },
  { name: 'zabbix', title: 'Zabbix' },
] as const
