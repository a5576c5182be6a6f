import type { TranslationMessages } from 'ra-core'

type Texts = TranslationMessages['ra']

/** Hindi of react-admin's own texts, as far as the console shows them. */
export const hindiOfLibrary: { [Part in keyof Texts]?: Partial<Texts[Part]> } = {
  action: {
    ...{ add_filter: 'फ़िल्टर जोड़ें', add: 'जोड़ें', back: 'वापस' },
    ...{ bulk_actions: '1 चुना गया |||| %{smart_count} चुने गए', cancel: 'रद्द करें' },
    ...{ clear_array_input: 'सूची ख़ाली करें', clear_input_value: 'मान हटाएँ' },
    ...{ confirm: 'पक्का करें', create: 'नया बनाएँ', delete: 'हटाएँ', edit: 'बदलें', refresh: 'ताज़ा करें' },
    ...{ remove_filter: 'यह फ़िल्टर हटाएँ', remove_all_filters: 'सभी फ़िल्टर हटाएँ', remove: 'हटाएँ' },
    ...{ reset: 'पहले जैसा करें', save: 'सेव करें', search: 'खोजें' },
    ...{ select_all: 'सभी चुनें', select_row: 'यह पंक्ति चुनें', show: 'देखें', sort: 'क्रम' },
    ...{ undo: 'वापस लें', unselect: 'चयन हटाएँ' },
    ...{ close: 'बंद करें', open_menu: 'मेन्यू खोलें', close_menu: 'मेन्यू बंद करें', update: 'बदलें' },
    ...{ move_up: 'ऊपर ले जाएँ', move_down: 'नीचे ले जाएँ', open: 'खोलें' },
    toggle_theme: 'हल्का या गहरा रंग',
  },
  boolean: { true: 'हाँ', false: 'नहीं', null: ' ' },
  page: {
    ...{ create: '%{name}: नया', dashboard: 'आज', edit: '%{name} %{recordRepresentation}' },
    ...{ error: 'कुछ गड़बड़ हो गई', list: '%{name}', loading: 'लोड हो रहा है', not_found: 'नहीं मिला' },
    ...{ show: '%{name} %{recordRepresentation}', access_denied: 'अनुमति नहीं है' },
    authentication_error: 'साइन इन की जाँच नहीं हो सकी',
  },
  message: {
    access_denied: 'यह पेज खोलने की अनुमति आपको नहीं है।',
    are_you_sure: 'क्या आप पक्का करना चाहते हैं?',
    authentication_error: 'सर्वर ने गड़बड़ी बताई, आपके साइन इन की जाँच नहीं हो सकी।',
    auth_error: 'साइन इन की जाँच करते समय गड़बड़ी हुई।',
    ...{ clear_array_input: 'क्या पूरी सूची ख़ाली करनी है?', delete_content: 'क्या इसे हटाना है?' },
    ...{ delete_title: '%{name} %{recordRepresentation} हटाएँ', details: 'ब्योरा' },
    error: 'गड़बड़ी हुई, यह काम पूरा नहीं हुआ।',
    ...{ invalid_form: 'फ़ॉर्म में ग़लतियाँ हैं। कृपया देखें।', loading: 'कृपया रुकें', no: 'नहीं' },
    not_found: 'पता ग़लत है, या यह अब नहीं है।',
    ...{ unsaved_changes: 'कुछ बदलाव सेव नहीं हुए। क्या उन्हें छोड़ देना है?', yes: 'हाँ' },
    placeholder_data_warning: 'नेटवर्क की दिक़्क़त: ताज़ा जानकारी नहीं आई।',
  },
  navigation: {
    ...{ clear_filters: 'फ़िल्टर हटाएँ', no_filtered_results: 'इन फ़िल्टरों से कुछ नहीं मिला।' },
    ...{ no_results: 'कुछ नहीं मिला', no_more_results: 'पेज %{page} नहीं है। पिछला पेज देखें।' },
    ...{ page_out_of_boundaries: 'पेज %{page} नहीं है', page_out_from_end: 'यह आख़िरी पेज है' },
    page_out_from_begin: 'यह पहला पेज है',
    page_range_info: '%{total} में से %{offsetBegin}-%{offsetEnd}',
    partial_page_range_info: '%{offsetEnd} से ज़्यादा में से %{offsetBegin}-%{offsetEnd}',
    ...{ current_page: 'पेज %{page}', page: 'पेज %{page} पर जाएँ', first: 'पहले पेज पर जाएँ' },
    ...{ last: 'आख़िरी पेज पर जाएँ', next: 'अगले पेज पर जाएँ', previous: 'पिछले पेज पर जाएँ' },
    ...{ page_rows_per_page: 'हर पेज पर:', skip_nav: 'सीधे सामग्री पर जाएँ' },
  },
  sort: { sort_by: '%{field_lower_first} के क्रम में, %{order}', ASC: 'बढ़ते हुए', DESC: 'घटते हुए' },
  auth: {
    ...{ auth_check_error: 'आगे बढ़ने के लिए साइन इन करें', user_menu: 'प्रोफ़ाइल', username: 'नाम' },
    ...{ password: 'पासवर्ड', email: 'ईमेल', sign_in: 'साइन इन करें' },
    ...{ sign_in_error: 'साइन इन नहीं हुआ, फिर कोशिश करें', logout: 'साइन आउट' },
  },
  notification: {
    ...{ updated: 'बदला गया |||| %{smart_count} बदले गए', created: 'बनाया गया' },
    ...{ deleted: 'हटाया गया |||| %{smart_count} हटाए गए', bad_item: 'जानकारी ग़लत है' },
    ...{ item_doesnt_exist: 'यह अब नहीं है', http_error: 'सर्वर से बात नहीं हो सकी' },
    ...{ data_provider_error: 'गड़बड़ी हुई।', i18n_error: 'इस भाषा के शब्द लोड नहीं हुए' },
    ...{ canceled: 'रद्द किया गया', logged_out: 'आपका सत्र ख़त्म हो गया, फिर साइन इन करें।' },
    not_authorized: 'इसकी अनुमति आपको नहीं है।',
    offline: 'नेटवर्क नहीं है। जानकारी नहीं आई।',
  },
  validation: {
    ...{ required: 'ज़रूरी है', minLength: 'कम से कम %{min} अक्षर' },
    ...{ maxLength: 'ज़्यादा से ज़्यादा %{max} अक्षर', minValue: 'कम से कम %{min}' },
    ...{ maxValue: 'ज़्यादा से ज़्यादा %{max}', number: 'संख्या होनी चाहिए', email: 'सही ईमेल लिखें' },
    ...{ oneOf: 'इनमें से एक होना चाहिए: %{options}', regex: 'इस रूप में होना चाहिए: %{pattern}' },
    unique: 'अलग होना चाहिए',
  },
}
