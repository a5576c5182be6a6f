// A visit that begins at an address of a language, such as /hi/products, stays in this language. A language that the
// shopper chose has a cookie that scripts can't change.
document.cookie = `language=${document.documentElement.lang}; path=/; samesite=lax`
