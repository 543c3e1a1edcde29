/** Where an application lives, and the host that one is sent to afterwards: people know it by that, whatever it calls itself. */
export function Whereto({ homepage, host }: { homepage: string; host: string }) {
  const link = 'text-accent underline underline-offset-2'
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <dt className="text-quiet">Homepage</dt>
      <dd className="truncate">
        <a href={homepage} target="_blank" rel="noreferrer" className={link}>
          {homepage}
        </a>
      </dd>
      <dt className="text-quiet">Then you go to</dt>
      <dd className="truncate font-medium">{host}</dd>
    </dl>
  )
}
