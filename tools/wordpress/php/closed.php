<?php
/** As security plugins do: the REST API for those only who are signed in. */
add_filter('rest_authentication_errors', function ($result) {
    if ($result === null && get_option('closed_rest') === 'yes' && !is_user_logged_in()) {
        return new WP_Error('rest_not_logged_in', 'You are not currently logged in.', ['status' => 401]);
    }
    return $result;
});

add_filter('wp_sitemaps_enabled', fn ($enabled) => $enabled && get_option('closed_sitemap') !== 'yes');
