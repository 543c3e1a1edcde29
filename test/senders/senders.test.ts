import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bodies, sources } from './bodies.js'
import { check, checkRefused, pageNameOf } from './check.js'

test('Alertmanager: title, text, fields and a button are shown', () =>
  check('alertmanager-fields-and-buttons.json', '@channel two disks', '91% > 90%', 'eu_west_1', 'Silence'))

test('Alertmanager: renders a template in markdown', () =>
  check('alertmanager-resolved-markdown.json', '[RESOLVED] DiskAlmostFull (storage)', '/dev/nvme0n1p1'))

test('Apprise for Slack: decodes escaped characters, also in the title', () =>
  check('apprise-slack-escaped-body.json', 'Backup & restore', 'parts <10 GB'))

test('Apprise for Slack: shows a message of blocks alone', () =>
  check('apprise-slack-blocks-only.json', 'Backup db-1 saved Apprise'))

test('Apprise for Mattermost: reads a null icon as no icon', () =>
  check('apprise-mattermost-null-icon.json', 'Backup db-1 saved in 4 min , see the log .'))

test('Argo CD: posts a template of fields alone', () =>
  check('argocd-webhook-template.json', 'shop-web', 'Sync Status Synced'))

test('AWS CloudWatch: reads a form with a null field', () =>
  check('aws-cloudwatch-lambda.form.txt', 'Alarm Name orders-dead-letters', 'ALARM: "orders-dead-letters"'))

test('Checkmk: shows two attachments in one post, with their mentions', () =>
  check(
    'checkmk-two-attachments.json',
    'Host: db-1 (IP: 192.0.2.11)',
    'Please take a look: @reader , @admin',
  ))

test("CircleCI: shows Slack's ids of users and groups", () =>
  check('circleci-link-button.json', 'A deploy job has failed! @here @S01ABCDEF', 'Visit Job'))

test('curl: rejects JSON sent as a form, and names the right header', () =>
  checkRefused('curl-json-sent-as-a-form.form.txt', 'unreadable', 'Content-Type: application/json'))

test('Datadog: rejects its default payload, and names the keys without effect', () =>
  checkRefused('datadog-default-payload.json', 'no_text', 'body, last_updated, event_type, title, date'))

test('Flux: treats empty keys as absent', () =>
  check('flux-empty-keys.json', 'kustomization/shop.flux-system', 'web-env_vars created'))

test('Gitea: renders links, escaped titles and task lists', () =>
  check(
    'gitea-escaped-titles.json',
    '[ shop/web ] Issue opened: #7 Cart <Item> & basket differ by grace',
    'seen on main',
  ))

test('GitHub Action: shows an author and fields with links', () =>
  check('github-action-linked-footer.json', 'octocat', 'Actions URL Deploy', 'Deployed to staging'))

test('GitLab: shows the user, branch and commits of a push', () =>
  check(
    'gitlab-push.form.txt',
    'pushed to branch main of Shop / web ( Compare changes )',
    'List<Item> was empty',
  ))

test('GitLab: shows the failed jobs of a pipeline without text', () =>
  check('gitlab-pipeline.form.txt', 'Pipeline #991 has failed in 04:12', 'unit_node_20 , unit_node_24'))

test('Grafana: shows an alert in markdown, with its image', () =>
  check('grafana-mentions-in-pretext.json', 'Firing Value: B=1.84', 'Grafana v11.2.0 2026-'))

test('Grafana 5: shows fields that are numbers', () =>
  check('grafana-legacy-number-fields.json', '@channel The queue grows', 'jobs 1250', 'oldest (s) 93.5'))

test('Healthchecks.io: keeps the stars of a schedule', () =>
  check('healthchecks-fields-without-short.json', '“nightly backup” is DOWN.', 'Schedule 0 3 * * *'))

test('Icinga: links with ampersands and spaces have the right targets', () =>
  check('icinga2-ampersand-links.form.txt', 'HOST: db-1 SERVICE: Disk /var STATE: CRITICAL'))

test('Jellyfin: ignores a byte order mark', () =>
  check('jellyfin-byte-order-mark.json.txt', 'Gardens of the North S2E4 "The Pond" was added'))

test('Jenkins: reads a form with a field without title', () =>
  check('jenkins-fields-without-titles.form.txt', '#42 Failure after 3 min 10 sec ( Open )', 'Passed: 411'))

test('Mattermost: heading, quote, table and mentions of its own GitLab integration', () =>
  check('mattermost-gitlab-comment.json', 'New Comment on !12 - Round prices up', '~off-topic #pricing'))

test("Monit: posts the text, but not the attachment's keys next to it", () =>
  check(
    'monit-keys-of-an-attachment.form.txt',
    'nginx - failed protocol test [HTTP] at 127.0.0.1:80 -- HTTP',
  ))

test('Monolog: keeps the lines of JSON in code, without mentions', () =>
  check('monolog-json-in-code.form.txt', '"url": "/checkout?step=2&retry=1"', '<!channel> is not a mention'))

test('Nagios: keeps lines', () =>
  check('nagios-line-breaks.form.txt', 'Service : Swap State : WARNING', 'SWAP WARNING - 18% free'))

test('Netdata: reads a form with line feeds, and fields with titles only', () =>
  check('netdata-fields-without-values.form.txt', 'disk space usage = 92.1%', 'disk_space._var /var'))

test('PagerDuty: rejects its own event format with the reason', () =>
  checkRefused('pagerduty-v3-event.json', 'no_text', 'Without effect here: event.'))

test('Rundeck: rejects an attachment outside attachments with the reason', () =>
  checkRefused('rundeck-keys-of-an-attachment.form.txt', 'no_text', 'fallback, pretext, color'))

test('Sentry: reads links with spaces around the bar', () =>
  check('sentry-legacy-spaced-links.form.txt', 'in <anonymous>)', 'Triggered By First seen , Ten an hour'))

test('a shell script: reads a log pasted into JSON', () =>
  check('shell-script-raw-newlines.json.txt', 'backup of db-1: files 1204 bytes 88213 done'))

test('Sonarr: shows the text before the attachment', () =>
  check(
    'sonarr-grab.json',
    'Grabbed: Gardens of the North - 2x04',
    '[WEBDL-1080p] Gardens of the North Gardens',
  ))

test('Travis CI: shows a build with its links', () =>
  check('travis-branch-build.json', 'Build #118 ( 4e5f6a7 ) of example/web@main by Ada Lovelace passed'))

test('Uptime Kuma for Slack: posts the text, then the blocks', () =>
  check('uptime-kuma-blocks-in-attachment.json', '@channel', 'Time (UTC) 2026-11-21 08:00:12', 'Visit'))

test('Uptime Kuma for Mattermost: shows title and fields', () =>
  check('uptime-kuma-mattermost.json', 'Shop service went up!', 'Ping 87ms'))

test('Zabbix: reads a form that is not encoded as far as possible', () =>
  check('zabbix-not-url-encoded.form.txt', 'PROBLEM: Load on web-1: 12.4 (above 8), ask @reader'))

test('Rails: keeps a stack trace with backticks in one block of code', () =>
  check(
    'rails-exception-notification.json',
    "undefined method `total' for nil:NilClass",
    "orders_controller.rb:8:in `show'",
  ))

test("Datadog: keeps the stars of a query, and the footer's link and time", () =>
  check('datadog-monitor-footer.json', 'hits{*}.as_rate() > 0.05', 'Datadog 2023-11-14'))

test('Jira: shows people by their names, and a footer with a link', () =>
  check('jira-linked-footer.json', 'Assignee @ada', 'Web | Jira'))

test('Opsgenie: makes e-mail addresses links', () =>
  check('opsgenie-responders.json', '#42', 'ops_team, ada@example.com'))

test("HCP Terraform: shows a plan's numbers, not links to channels", () =>
  check('terraform-cloud-run.json', 'Plan +2 ~1 -0', 'HCP Terraform 2023-11-14'))

test('Statuspage: shows a title in two lines, and a quote to the end', () =>
  check('statuspage-quote-to-end.json', 'Elevated errors on API – Investigating', 'More soon. @here'))

test('Kibana: makes a URL with brackets, quotes and stars one link', () =>
  check('kibana-rison-address.json', "query:'a:*')) (3 hits)"))

test('every body has its source and its page, and there are no other pages', () => {
  expect(bodies).toEqual(Object.keys(sources).toSorted())
  const pages = readdirSync(new URL('rendered/', import.meta.url))
  expect(pages.toSorted()).toEqual(bodies.map(pageNameOf).toSorted())
})
