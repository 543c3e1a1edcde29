import { test } from 'vitest'
import { check } from './check.js'

test('a summary in markdown', () =>
  check('blocks-ai-summary.json', 'Cart keeps its items', "const a = '<b>'", 'check it*'))

test('Airflow: posts a text that the blocks repeat once', () =>
  check('blocks-airflow.json', 'Dag : shop_daily'))

test('an approval: shows fields one below the other', () =>
  check('blocks-approval.json', 'Type: Computer (laptop)', 'Reason:'))

test('Argo CD: shows the text before the blocks', () =>
  check('blocks-argo-cd.json', 'is Healthy and Synced', 'Revision 1a2b3c4'))

test('Artillery: shows every figure of a load test', () =>
  check(
    'blocks-artillery-load-test.json',
    '🟢 Artillery test run succeeded',
    'p99 412.8 ms',
    'Test run id: t9xz_4kq',
  ))

test('a cost report: keeps the columns of preformatted text', () =>
  check('blocks-aws-cost-report.json', 'S3 8.01 USD `other`', '131.91 USD'))

test('Dagster: shows code and a button with a URL', () =>
  check('blocks-dagster.json', 'load_orders failed & was not retried', 'View in Dagster UI'))

test('a chart: shows an image with an unusual URL', () =>
  check('blocks-daily-chart.json', 'Sign-ups, 7 days', '+12 %'))

test('a dependency report: a table', () =>
  check('blocks-dependency-table.json', 'Package Now Newest zod 4.4.3 4.5.0 a|b *c*'))

test('Grafana OnCall: shows an alert, its date, and the button that has a URL', () =>
  check(
    'blocks-grafana-oncall.json',
    '#42 Disk nearly full',
    '91 % > 90 %',
    'Runbook Firing since 2025-11-21 08:00 UTC',
  ))

test('an incident: mentions everybody and shows labels for ids', () =>
  check('blocks-incident-channel.json', '@channel join ~inc-12-payments , lead is @U024BE7LH', 'Fixing'))

test("Jenkins: a template of Block Kit's own builder", () =>
  check('blocks-jenkins-pipeline.json', 'Please select a restaurant:', '1528 reviews'))

test('a cron script: posts text and blocks that differ', () =>
  check('blocks-numbers-in-text.json', 'Backup of db-1 finished Size 1.2 GB Took 14 min'))

test('invalid and unknown blocks: posts the rest', () =>
  check('blocks-odd-and-new.json', 'Something of a newer kind', 'Last'))

test('Playwright: marks, quotes and code', () =>
  check('blocks-playwright-report.json', '✅ 118 | ❌ 2', 'checkout > pays with a card', 'cart > <empties>'))

test('a poll: shows the text of buttons without effect', () =>
  check('blocks-poll.json', 'Poll by @alice', 'Ace Wasabi', '2 votes'))

test('Prefect: shows an attachment of blocks alone', () =>
  check('blocks-prefect-attachment.json', 'Flow run calm-fox entered state Failed Flow: shop'))

test('rich text: shows every style and element', () =>
  check(
    'blocks-rich-text-all.json',
    'both 1. not a list # nor a heading code with ` tick',
    'five second line six',
  ))

test('Robusta: sections, links and code', () =>
  check('blocks-robusta.json', 'Prometheus Alert Firing', '🔎 Investigate · 🔕 Silence', '|Warning|BackOff|'))

test('semantic-release: version and notes', () =>
  check(
    'blocks-semantic-release.json',
    'Current version is 2.4.0',
    '• cart: keep items for a week ( 1a2b3c4 )',
  ))

test('Sentry: blocks in an attachment', () =>
  check('blocks-sentry-issue.json', 'TypeError', "reading 'id'", 'State: New'))

test("Slack's GitHub Action: posts words that text and blocks share once", () =>
  check('blocks-slack-github-action.json', 'GitHub Action build result: success'))

test('a stand-up bot: lists within lists', () =>
  check('blocks-standup.json', 'removed old_price', '3*4 tests', 'Blocked by #C0123'))

test('a status page: shows a button next to a section', () =>
  check('blocks-statuspage.json', 'Investigating – API errors', 'View incident'))

test('Terraform: does not change a diff in code', () =>
  check('blocks-terraform-plan.json', '~ aws_iam_role.ci: "<a|b>" -> "c"', '@infra'))

test('Vercel: a section with a picture', () =>
  check('blocks-vercel-deployment.json', 'Deployment ready shop-git-main.example.app main at fix'))

test('a video: shows its picture and a link to it', () =>
  check('blocks-video.json', 'Release 2.4 in five minutes Alice, Videos'))

test('GitHub: makes a title with code, bold and brackets one link', () =>
  check('blocks-github-pull-request.json', '#7 Use FOO_BAR in docs [skip ci]', '| Nov 14th, 2023'))

test('Airflow: keeps underscores and the lines of a traceback', () =>
  check('blocks-airflow-traceback.json', 'Dag : __shop__', 'x = a[`b`] KeyError'))

test('Jenkins: keeps the backslashes of a Windows path', () =>
  check('blocks-jenkins-windows-path.json', '\\\\build01\\logs\\_nightly_\\7.txt', 'Started by Ada'))

test('Kibana: keeps the stars of patterns and URLs', () =>
  check('blocks-kibana-index-patterns.json', 'Index logs-*,metrics-* matched', 'r?q=*a*'))

test('cron: shows dashes, lists of files and stars as printed', () =>
  check('blocks-cron-output.json', '-------------------------', '*** done ***', 'C:\\temp\\*.log 1) a # b'))

test('rich text: shows bold next to a letter as bold', () =>
  check('blocks-rich-text-tight-marks.json', 'core: x! 2*3*4 https://e.com/_a_*b* @everyone', 'at c'))

test('an on-call bot: shows only the labels of links without a safe target', () =>
  check(
    'blocks-on-call-phone.json',
    'Call +1 (555) 123-4567 or oncall@example.com . Open in Slack',
    '@here @ops',
  ))

test('Grafana: shows labels, lists and URLs as written', () =>
  check(
    'blocks-grafana-labels.json',
    '[FIRING:2] disk_full *prod* #3',
    'device=/dev/nvme*, host=db_1',
    'matcher=__name__%3D*',
  ))

test('a change log: reads marks next to zero-width spaces as marks', () =>
  check('blocks-changelog-zero-width.json', 'core: keep the cart', '--all=* (2*3 faster)'))
