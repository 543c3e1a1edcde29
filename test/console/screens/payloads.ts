/** Words of the post that the thread is about. */
export const incident = 'Checkout is failing in region west'

/** The title of a hook and the name of its channel. */
export const arabic = 'تنبيهات خادم الموقع'

/** Payloads by the title of their hook, in order: tables, code, attachments, long words, and text from right to left. */
export const posts: [hook: string, payload: unknown][] = [
  [
    'GitHub',
    {
      username: 'GitHub',
      text: 'Build [#4711](https://ci.example.org/4711) of `shop` **passed** :white_check_mark:\n\n| suite | passed | failed |\n|:---|---:|---:|\n| unit | 812 | 0 |\n| browser | 64 | 2 |',
      channel: 'deploys',
    },
  ],
  [
    'GitHub',
    {
      username: 'GitHub',
      text: 'Release plan for ~deploys, @lena:\n- [x] build\n- [ ] deploy\n\n```ts\nexport const deploy = async (stage: string) => run("kubectl rollout status deploy/shop --timeout=120s", stage, { retries: 3 })\n```',
      channel: 'deploys',
    },
  ],
  ['Jenkins', { text: 'Nightly build: #1204 is green after 12 min.' }],
  ['Jenkins', { text: 'Nightly build: #1205 is green after 11 min.' }],
  ['', { text: 'A webhook without a title writes this.' }],
  [
    'Sentry',
    {
      text: `TypeError: cannot read properties of undefined (reading 'basket') at /srv/shop/node_modules/${'checkout-'.repeat(18)}lib/index.js:4711`,
    },
  ],
  [
    'Grafana alerts',
    {
      username: 'Alertmanager',
      attachments: [
        {
          color: 'danger',
          pretext: '@channel look at this',
          author_name: 'prometheus-1',
          title: incident,
          title_link: 'https://alerts.example.org',
          text: '5xx above **2 %** on `checkout` for 5 minutes',
          fields: [
            { title: 'Severity', value: 'critical', short: true },
            { title: 'Region', value: 'eu-west-1', short: true },
            { title: 'Runbook', value: '[Errors at the checkout](https://wiki.example.org/runbook)' },
          ],
          footer: 'Alertmanager',
        },
      ],
    },
  ],
  [
    'Sentry',
    { attachments: [{ title: 'Errors of the last hour', image_url: 'https://img.example.org/errors.png' }] },
  ],
  ['Grafana alerts', { text: `${incident}: 5xx above **2 %** on \`checkout\` for 5 minutes` }],
  ['First hook', { text: 'Welcome to Posthorn. Everything that your programs post appears here.' }],
  ['First hook', { text: 'one line' }],
  ['First hook', { text: 'another line' }],
  ['First hook', { text: 'ترجمة الموقع (2)' }],
  [arabic, { text: 'فشل النشر 4.2.1 (prod): 3 أخطاء، انظر https://ci.example.org/4711' }],
  [arabic, { text: `Deploy of ${arabic} failed at 09:43 (2 errors).` }],
  [
    arabic,
    {
      text: '本番環境のデプロイに失敗しました。ログを確認してから、もう一度デプロイしてください（詳細は後ほど）。',
    },
  ],
  [
    arabic,
    {
      attachments: [
        {
          color: 'danger',
          title: 'قرص ممتلئ',
          text: 'الخادم db-2 ممتلئ بنسبة 98%',
          fields: [
            { title: 'الخطورة', value: 'حرج', short: true },
            { title: 'Region', value: 'eu-west-1', short: true },
          ],
          footer: arabic,
        },
      ],
    },
  ],
  [
    arabic,
    {
      text: 'قائمة:\n- أول `kubectl get -n prod`\n- [x] تم\n\n> اقتباس\n\n| الاسم | العدد |\n|---|---|\n| خادم | 3 |',
    },
  ],
]

/** Calls without a text, which are refused. */
export const samples = [
  {},
  { title: 'Disk full', state: 'firing', labels: { host: 'db-2', severity: 'critical' } },
]

/** The payload of an older delivery. */
export const deploys = (index: number) => ({
  username: 'Argo CD',
  text: `Deployed \`shop\` **4.2.${index}** to production in ${index % 7} min ${index % 60} s`,
})
