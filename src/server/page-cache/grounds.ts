import type { Answers, AnswerSource } from '../store-answers.ts'
import type { RenderedPage } from './rendered-page.ts'

type Get = AnswerSource['get']

/** A page is made anew after an hour even if its data stay the same: it names the year. */
const TRUE_FOR_MS = 60 * 60 * 1000

/**
 * What the store API said while a page was made. As long as it says the same, the page would come out the same, and
 * asking costs a fifth of making it. design §5
 */
export function createGrounds(answers: Answers) {
  const grounds: { asked: Parameters<Get>; digest: string }[] = []
  let isWhole = true

  const get: Get = async (...asked) => {
    try {
      const answer = await answers.get(...asked)
      grounds.push({ asked, digest: answer.digest })
      return answer
    } catch (error) {
      isWhole = false
      throw error
    }
  }
  const getUnkept: Get = (...asked) => {
    isWhole = false
    return answers.unkept.get(...asked)
  }

  return {
    /** The same answers, noted down. */
    answers: { get, turn: answers.turn, unkept: { get: getUnkept, turn: answers.unkept.turn } },

    /** Whether the API says all of it again; never where something failed or nothing is kept. Throws as `get` does. */
    async hold(): Promise<boolean> {
      if (!isWhole) return false
      const held = grounds.map(async ({ asked, digest }) => (await answers.get(...asked)).digest === digest)
      return (await Promise.all(held)).every(Boolean)
    },
  }
}

/** The page from before while it is still true, else the one that `make` makes of the answers that it is given. */
export async function makeUnlessTrue(
  answers: Answers,
  before: RenderedPage | undefined,
  make: (answers: Answers) => Promise<RenderedPage>,
): Promise<RenderedPage> {
  if (before && (await before.isStillTrue?.())) return { ...before, madeAt: Date.now() }
  const grounds = createGrounds(answers)
  const page = await make(grounds.answers)
  const isYoung = () => Date.now() - page.madeAt < TRUE_FOR_MS
  return { ...page, isStillTrue: async () => isYoung() && (await grounds.hold()) }
}
