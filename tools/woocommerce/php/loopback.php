<?php
/** The suite serves its images from this machine, on a port of its own; WordPress takes neither by itself. */
add_filter('http_request_host_is_external', '__return_true');
add_filter('http_allowed_safe_ports', fn ($ports, $host, $url) => [...$ports, (int) parse_url($url, PHP_URL_PORT)], 10, 3);
/** No mail leaves. */
add_filter('pre_wp_mail', '__return_true');
