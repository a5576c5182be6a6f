import type { Answers, AnswerSource } from '../upstream.ts'

type Get = AnswerSource['get']

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
