/** What a toast says. §8 */
export interface ToastText {
  title: string
  body?: string
}
