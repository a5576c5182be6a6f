/** Content of a toast. docs/requirements.md#8-messages */
export interface ToastText {
  title: string
  body?: string
}
