/** An answer with what its ETag is made of: whoever sends that tag back is answered 304. */
export class Tagged<Answer> {
  constructor(
    readonly parts: (string | number)[],
    readonly answer: Answer,
  ) {}
}

export function tagged<Answer>(parts: (string | number)[], answer: Answer): Tagged<Answer> {
  return new Tagged(parts, answer)
}
