<?php
/** Sets a store up as its merchant would, makes credentials and prints them as JSON. */
$_SERVER += ['HTTP_HOST' => '127.0.0.1', 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'REMOTE_ADDR' => '127.0.0.1', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'SERVER_NAME' => '127.0.0.1'];
ob_start();
require $argv[1] . '/wp-load.php';
$keeper = get_user_by('login', 'keeper')->ID;
wp_set_current_user($keeper);
WC_Install::install();
foreach ([
    'woocommerce_currency' => 'USD',
    'woocommerce_price_num_decimals' => 2,
    'woocommerce_manage_stock' => 'yes',
    'woocommerce_coming_soon' => 'no',
    'woocommerce_onboarding_profile' => ['skipped' => true],
    'woocommerce_task_list_hidden' => 'yes',
    'blog_public' => 1,
] as $name => $value) {
    update_option($name, $value);
}
delete_transient('_wc_activation_redirect');
$key = 'ck_' . wc_rand_hash();
$secret = 'cs_' . wc_rand_hash();
$GLOBALS['wpdb']->insert($GLOBALS['wpdb']->prefix . 'woocommerce_api_keys', [
    'user_id' => $keeper,
    'description' => 'suite',
    'permissions' => 'read_write',
    'consumer_key' => wc_api_hash($key),
    'consumer_secret' => $secret,
    'truncated_key' => substr($key, -7),
]);
[$password] = WP_Application_Passwords::create_new_application_password($keeper, ['name' => 'suite']);
$GLOBALS['wp_rewrite']->init();
$GLOBALS['wp_rewrite']->set_permalink_structure('/%postname%/');
flush_rewrite_rules(false);
ob_end_clean();
echo json_encode([
    'wordpress' => get_bloginfo('version'),
    'woocommerce' => WC()->version,
    'user' => 'keeper',
    'applicationPassword' => $password,
    'consumerKey' => $key,
    'consumerSecret' => $secret,
]);
